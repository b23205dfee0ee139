import type { Request } from "express";
import { settings } from "../src/settings.ts";

/** The variables of a mutation: value and GraphQL type by name. */
type Variables = Readonly<Record<string, readonly [value: unknown, type: string]>>;

/** Vendure's Shop API for one visit of one buyer. */
export class ShopApi {
  readonly #headers: Record<string, string> = { "content-type": "application/json" };

  /** The gateway needs the buyer's IP address and browser, so they are passed on. */
  constructor(request?: Request) {
    if (request === undefined) return;
    this.#headers["x-forwarded-for"] = request.ip ?? "";
    this.#headers["user-agent"] = request.get("user-agent") ?? "";
  }

  async ask<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    const url = new URL("/shop-api", settings.vendureUrl);
    const body = JSON.stringify({ query, variables });
    const response = await fetch(url, { method: "POST", headers: this.#headers, body });
    // The first change opens Vendure's session of this buyer.
    const token = response.headers.get("vendure-auth-token");
    if (token !== null) this.#headers.authorization = `Bearer ${token}`;
    const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] };
    if (errors !== undefined || data === undefined) throw new Error(`Shop API: ${errors?.[0]?.message}`);
    return data;
  }

  /** Runs a mutation. Throws if Vendure refuses it. */
  async change(mutation: string, variables: Variables): Promise<void> {
    const entries = Object.entries(variables);
    const types = entries.map(([name, [, type]]) => `$${name}: ${type}`).join(", ");
    const values = Object.fromEntries(entries.map(([name, [value]]) => [name, value]));
    const query = `mutation ${types && `(${types})`} { result: ${mutation} { ... on ErrorResult { message } } }`;
    const { result } = await this.ask<{ result: { message?: string } | null }>(query, values);
    if (result?.message !== undefined) throw new Error(`Shop API: ${result.message}`);
  }
}
