/** Somebody signed in at the Admin API. */
export class StaffMember {
  readonly #origin: string;
  #token = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  static async signIn(
    origin: string,
    username = "superadmin",
    password = "superadmin",
  ): Promise<StaffMember> {
    const staff = new StaffMember(origin);
    const login = `mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }`;
    const { __typename } = await staff.ask(login, { username, password });
    if (__typename !== "CurrentUser") throw new Error(`not signed in: ${__typename}`);
    return staff;
  }

  /** The answer's one field. Errors of GraphQL are thrown, as their message. */
  async ask(text: string, variables: object = {}, headers: Record<string, string> = {}): Promise<Any> {
    const response = await fetch(`${this.#origin}/admin-api`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      body: JSON.stringify({ query: text, variables }),
    });
    this.#token = response.headers.get("vendure-auth-token") ?? this.#token;
    const { data, errors } = (await response.json()) as Any;
    if (errors !== undefined) throw new Error(errors[0].message);
    return Object.values(data)[0];
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a GraphQL server answers; the tests say what they expect of it
type Any = any;
