interface GraphqlResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string }[];
}

export interface StaffLogin {
  readonly username: string;
  readonly password: string;
}

/** A client of Vendure's Admin API for one member of staff. */
export class AdminApi {
  readonly #url: URL;
  readonly #token: string;

  private constructor(url: URL, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Logs in as Vendure's admin does. @throws Error if Vendure refuses the login */
  static async login(shopUrl: string, login: StaffLogin): Promise<AdminApi> {
    const url = new URL("/admin-api", shopUrl);
    const query = `mutation Login($username: String!, $password: String!) {
      login(username: $username, password: $password) { ... on ErrorResult { message } }
    }`;
    const response = await post(url, { query, variables: login });
    await response.body?.cancel();
    const token = response.headers.get("vendure-auth-token");
    if (token === null) throw new Error("Vendure refused the login of its staff");
    return new AdminApi(url, token);
  }

  /** @throws Error with Vendure's message. Refusals of a mutation are in the data instead */
  async ask<Data>(query: string, variables: Readonly<Record<string, unknown>>): Promise<Data> {
    const response = await post(this.#url, { query, variables }, { authorization: `Bearer ${this.#token}` });
    const { data, errors } = (await response.json()) as GraphqlResponse<Data>;
    if (errors !== undefined || !data) throw new Error(errors?.[0]?.message ?? "Vendure returned no data");
    return data;
  }
}

function post(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
