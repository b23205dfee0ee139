export interface StaffLogin {
  readonly email: string;
  readonly password: string;
}

/** A client of Medusa's Admin API for one member of staff. */
export class AdminApi {
  readonly #shopUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(shopUrl: string, token: string) {
    this.#shopUrl = shopUrl;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** Logs in as Medusa's admin does. @throws Error if Medusa refuses the login */
  static async login(shopUrl: string, login: StaffLogin): Promise<AdminApi> {
    const { token } = await ask<{ token: string }>(new URL("/auth/user/emailpass", shopUrl), { body: login });
    return new AdminApi(shopUrl, token);
  }

  /** @throws Error with Medusa's message */
  get<Data>(path: string): Promise<Data> {
    return ask(new URL(path, this.#shopUrl), { headers: this.#headers });
  }

  /** @throws Error with Medusa's message */
  post<Data>(path: string, body: object): Promise<Data> {
    return ask(new URL(path, this.#shopUrl), { headers: this.#headers, body });
  }
}

interface AdminRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

async function ask<Data>(url: URL, { headers = {}, body }: AdminRequest): Promise<Data> {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(String(Object(answer).message ?? `Medusa answered ${response.status}`));
  return answer as Data;
}
