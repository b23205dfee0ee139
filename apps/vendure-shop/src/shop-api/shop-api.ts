import { CookieJar } from "@pay-index-apps/demo/buyer/cookie-jar";
import type { Request } from "express";

interface GraphqlResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** The Shop API did not do what was asked. The code is Vendure's; its message may quote the buyer and is left out. */
export class ShopApiError extends Error {
  readonly code: string;
  /** What the buyer is told by: 404 for what is not there, or not theirs. */
  readonly status: number;

  constructor(code: string) {
    super(`The Shop API answered ${code}.`);
    this.name = "ShopApiError";
    this.code = code;
    this.status = notFoundCodes.has(code) ? 404 : 500;
  }
}

const notFoundCodes = new Set(["ENTITY_NOT_FOUND", "FORBIDDEN"]);

/**
 * Vendure's Shop API, asked in the name of one buyer: with their cookies, browser and address. What it answers with new
 * cookies is for that buyer, too.
 */
export class ShopApi {
  /** `Set-Cookie` lines to hand on to the buyer. */
  readonly newCookies: string[] = [];
  readonly #url: URL;
  readonly #cookies = new CookieJar();
  readonly #about: Readonly<Record<string, string>>;

  constructor(shopUrl: string, { headers, ip }: Request) {
    this.#url = new URL("/shop-api", shopUrl);
    this.#cookies.keep(this.#url, headers.cookie?.split(";") ?? []);
    this.#about = { "user-agent": headers["user-agent"] ?? "", "x-forwarded-for": ip ?? "" };
  }

  /** @throws ShopApiError; what Vendure refuses to a buyer is in the data instead */
  async ask<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...this.#about,
        ...this.#cookies.headerFor(this.#url),
      },
      body: JSON.stringify({ query, variables }),
    });
    const cookies = response.headers.getSetCookie();
    this.#cookies.keep(this.#url, cookies);
    this.newCookies.push(...cookies);
    const { data, errors } = (await response.json()) as GraphqlResponse<Data>;
    if (errors !== undefined || !data) throw new ShopApiError(errors?.[0]?.extensions?.code ?? "NO_DATA");
    return data;
  }
}
