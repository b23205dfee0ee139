import { type HTMLElement, parse } from "node-html-parser";
import { expect } from "vitest";
import type { ChromiumVisit } from "./chromium-visit.ts";

/**
 * What a buyer's clicks send to the shop, without the pages between them. It is the browser of the visit that asks, so the cart is in
 * its cookies.
 */
export class CheckoutFormSender {
  readonly #visit: ChromiumVisit;
  readonly #seen = new Map<string, HTMLElement>();

  constructor(visit: ChromiumVisit) {
    this.#visit = visit;
  }

  /** A page, for what its form holds that is the same for every buyer: it is asked for once. */
  async look(path: string): Promise<HTMLElement> {
    const seen = this.#seen.get(path);
    if (seen !== undefined) return seen;
    const answer = await this.#request.get(this.#at(path));
    expect(new URL(answer.url()).pathname).toBe(path);
    const page = parse(await answer.text());
    this.#seen.set(path, page);
    return page;
  }

  /** Gives where the shop sends the buyer, who does not go there. */
  async send(path: string, form: Readonly<Record<string, string>>): Promise<string> {
    const headers = { origin: this.#visit.stage.shopUrl };
    const answer = await this.#request.post(this.#at(path), { form, headers, maxRedirects: 0 });
    expect({ path, status: answer.status() }).toEqual({ path, status: 303 });
    return answer.headers().location ?? "";
  }

  get #request() {
    return this.#visit.page.context().request;
  }

  #at(path: string): string {
    return this.#visit.stage.shopUrl + path;
  }
}

/** @throws Error if there is no such button or field */
export function readValue(page: HTMLElement, selector: string): string {
  const value = page.querySelector(selector)?.getAttribute("value");
  if (value === undefined) throw new Error(`there is no ${selector}`);
  return value;
}
