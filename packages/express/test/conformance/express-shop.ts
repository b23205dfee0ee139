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

  get publicUrl(): string {
    return `${this.origin}/pay`;
  }

  async checkout(draft: Draft): Promise<Checkout> {
    const checkout = { tenant: draft.tenant ?? "default", reference: randomUUID() };
    await this.process.call("fill", checkout, draft);
    return checkout;
  }

  async submit(checkout: Checkout, submission: Submission): Promise<Submitted> {
    const { tenant, reference } = checkout;
    const action = `${this.origin}/checkout/${tenant}/${reference}`;
    const response = await this.post(checkout, { action, fields: formOf(submission) });
    if (!("card" in submission) || response.status !== 200) return this.answered(response);
    const form = { action: `${this.publicUrl}/card/${reference}`, formToken: await response.text() };
    return this.postCard(checkout, form, submission.card);
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

  sellOut(checkout: Checkout): Promise<void> {
    return this.process.call("sellOut", checkout);
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
