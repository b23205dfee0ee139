import { type Any, ApiSession, loginMutation } from "./api-session.mts";

/** Somebody signed in at the Admin API, who also uses the staff API. */
export class StaffMember extends ApiSession {
  static async signIn(
    origin: string,
    username = "superadmin",
    password = "superadmin",
    api = "admin-api",
  ): Promise<StaffMember> {
    const staff = new StaffMember(origin);
    const login = { query: loginMutation, variables: { username, password } };
    const { __typename } = await staff.#query(api, login);
    if (__typename !== "CurrentUser") throw new Error(`not signed in: ${__typename}`);
    return staff;
  }

  /** The answer's one field. Errors of GraphQL are thrown, as their message. */
  ask(text: string, variables: object = {}, headers?: Record<string, string>): Promise<Any> {
    return this.#query("admin-api", { query: text, variables }, headers);
  }

  async #query(api: string, request: object, headers?: Record<string, string>): Promise<Any> {
    const { data, errors } = (await (await this.send(api, request, headers)).json()) as Any;
    if (errors !== undefined) throw new Error(errors[0].message);
    return Object.values(data)[0];
  }

  /** The answer of the staff API. With a body, the request changes something. */
  async request(path: string, body?: object, headers?: Record<string, string>): Promise<StaffAnswer> {
    const response = await this.send(`pay-index-staff/${path}`, body, headers);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  }

  /** As `request`. A refusal is thrown, as its message. */
  async desk(path: string, body?: object, headers?: Record<string, string>): Promise<Any> {
    const answer = await this.request(path, body, headers);
    if (answer.status !== 200) throw new Error(answer.body.error?.message ?? JSON.stringify(answer));
    return answer.body;
  }
}

export interface StaffAnswer {
  readonly status: number;
  /** The JSON, or the text of a file. */
  readonly body: Any;
}
