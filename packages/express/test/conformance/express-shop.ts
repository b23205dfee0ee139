import { randomUUID } from "node:crypto";
import {
  type CartChange,
  type Checkout,
  type Draft,
  ForkedShop,
  type Reading,
  type Shop,
  ShopProcess,
  type ShopSettings,
  type Submission,
  type Submitted,
} from "@pay-index/conformance";
import type { Variant } from "@pay-index/core";
import type { Place } from "./database.ts";

/** An Express shop in a process of its own, seen from outside. */
export class ExpressShop extends ForkedShop<{ port: number }, Place> implements Required<Shop> {
  static async open(settings: ShopSettings, place: Place): Promise<ExpressShop> {
    const given = { settings, database: place.address };
    const file = new URL("./shop-process.ts", import.meta.url);
    return new ExpressShop(await ShopProcess.start<{ port: number }>(file, given), place);
  }

  get #origin(): string {
    return `http://127.0.0.1:${this.process.ready.port}`;
  }

  get publicUrl(): string {
    return `${this.#origin}/pay`;
  }

  async checkout(draft: Draft): Promise<Checkout> {
    const checkout = { tenant: draft.tenant ?? "default", reference: randomUUID() };
    await this.process.call("fill", checkout, draft);
    return checkout;
  }

  async submit({ tenant, reference }: Checkout, submission: Submission): Promise<Submitted> {
    const headers = {
      accept: "text/html",
      origin: this.#origin,
      // Each buyer sits elsewhere: attempts with cards are counted by address.
      "x-forwarded-for": addressOf(reference),
    };
    const post = (path: string, form: Readonly<Record<string, string>>) =>
      fetch(this.#origin + path, {
        method: "POST",
        redirect: "manual",
        headers,
        body: new URLSearchParams(form),
      });
    let response = await post(`/checkout/${tenant}/${reference}`, formOf(submission));
    if ("card" in submission && response.status === 200) {
      const { number, month, year, cvv } = submission.card;
      const card = { card_number: number, card_month: month, card_year: year, card_cvv: cvv };
      response = await post(`/pay/card/${reference}`, { ...card, form_token: await response.text() });
    }
    const location = response.headers.get("location");
    const text = await response.text();
    if (location !== null) return { next: new URL(location, this.#origin).href };
    return { refused: `${response.status} ${text}` };
  }

  read(checkout: Checkout): Promise<Reading> {
    return this.process.call("read", checkout);
  }

  change(checkout: Checkout, change: CartChange): Promise<void> {
    return this.process.call("change", checkout, change);
  }

  cancel(checkout: Checkout): Promise<void> {
    return this.process.call("set", checkout, "cancelled", 1);
  }

  disable(variant: Variant): Promise<void> {
    return this.process.call("disable", variant);
  }

  speak(checkout: Checkout, language: string): Promise<void> {
    return this.process.call("set", checkout, "language", language);
  }

  async logIn(checkout: Checkout): Promise<void> {
    const customer = {
      firstName: "Augusta Ada",
      lastName: "King",
      email: "countess@example.com",
      phone: "2079460000",
      country: "GB",
    };
    await this.process.call("set", checkout, "buyer", JSON.stringify(customer));
  }
}

/** The same for the same checkout, of a network that nobody has. */
function addressOf(reference: string): string {
  return `2001:db8:${reference.slice(0, 4)}:${reference.slice(4, 8)}::1`;
}

function formOf(submission: Submission): Record<string, string> {
  const { variant } = submission;
  switch (variant) {
    case "hosted":
    case "link":
    case "card":
      return { variant };
    case "apm":
      return { variant, method: submission.method ?? "", app_scheme: submission.appScheme ?? "" };
    case "subscription":
      return { variant, plan: JSON.stringify(submission.plan) };
  }
}
