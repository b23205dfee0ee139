/** A session at Vendure's APIs, whose token every request carries. */
export abstract class ApiSession {
  protected readonly origin: string;
  #token = "";

  constructor(origin: string) {
    this.origin = origin;
  }

  /** With a body, it is posted as JSON. */
  protected async send(path: string, body?: object, headers: object = {}): Promise<Response> {
    const authorization = this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` };
    const response = await fetch(`${this.origin}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...authorization, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.#token = response.headers.get("vendure-auth-token") ?? this.#token;
    return response;
  }
}

export const loginMutation =
  "mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
export type Any = any;
