import { CookieJar } from "@pay-index-apps/demo/buyer/cookie-jar";
import type { Request } from "express";

interface GraphqlResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** The Shop API refused a request. The code is Vendure's. Its message can contain the buyer's data and is left out. */
export class ShopApiError extends Error {
  readonly code: string;
  /** The HTTP status for the buyer: 404 for something that does not exist, or belongs to another buyer. */
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
 * A client of Vendure's Shop API for one buyer, with the buyer's cookies, browser and IP address. New cookies in
 * responses belong to the buyer as well.
 */
export class ShopApi {
  /** The `Set-Cookie` lines for the buyer. */
  readonly newCookies: string[] = [];
  readonly #url: URL;
  readonly #cookies = new CookieJar();
  readonly #about: Readonly<Record<string, string>>;

  constructor(shopUrl: string, { headers, ip }: Request) {
    this.#url = new URL("/shop-api", shopUrl);
    this.#cookies.keep(this.#url, headers.cookie?.split(";") ?? []);
    this.#about = { "user-agent": headers["user-agent"] ?? "", "x-forwarded-for": ip ?? "" };
  }

  /** @throws ShopApiError. Refusals that concern the buyer are in the data instead */
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
