import { Cookies } from "@pay-index-apps/demo/buyer/cookies";
import type { Request } from "express";

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Vendure's Shop API, asked in the name of one buyer: with their cookies, browser and address. What it answers with new
 * cookies is for that buyer, too.
 */
export class ShopApi {
  /** `Set-Cookie` lines to hand on to the buyer. */
  readonly newCookies: string[] = [];
  readonly #url: URL;
  readonly #cookies = new Cookies();
  readonly #about: Readonly<Record<string, string>>;

  constructor(shopUrl: string, { headers, ip }: Request) {
    this.#url = new URL("/shop-api", shopUrl);
    this.#cookies.keep(this.#url, headers.cookie?.split(";") ?? []);
    this.#about = { "user-agent": headers["user-agent"] ?? "", "x-forwarded-for": ip ?? "" };
  }

  /** @throws Error when it was not answered; what Vendure refuses on purpose is in the data */
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
    const { data, errors } = (await response.json()) as Answer<Data>;
    if (errors !== undefined || !data) {
      throw new Error(`the Shop API failed: ${errors?.map(({ message }) => message).join("; ")}`);
    }
    return data;
  }
}
