import { randomUUID } from "node:crypto";
import {
  type CartChange,
  type CartDraft,
  type CheckoutKey,
  ForkedShop,
  type HostShop,
  type PaymentSubmission,
  type RefundAnswer,
  ShopProcess,
  type ShopSettings,
  type StaffCheckoutStatus,
  type SubmissionResult,
} from "@pay-index/conformance";
import type { Money, Variant } from "@pay-index/core";
import type { CardFormActionAndToken } from "@pay-index/server/shop";
import type { TestDatabase } from "./test-database.ts";

/** The process of a shop on Express. */
const expressProcess = new URL("./shop-process-main.ts", import.meta.url);

/** A custom shop in a process of its own, seen from outside. */
export class CustomShop extends ForkedShop<{ port: number }, TestDatabase> implements Required<HostShop> {
  /** @param file the process of a shop on its framework */
  static async open(settings: ShopSettings, place: TestDatabase, file = expressProcess): Promise<CustomShop> {
    const given = { settings, database: place.address };
    return new CustomShop(await ShopProcess.start<{ port: number }>(file, given), place);
  }

  get publicUrl(): string {
    return `${this.origin}/pay`;
  }

  async checkout(draft: CartDraft): Promise<CheckoutKey> {
    const checkout = { tenant: draft.tenant ?? "default", reference: randomUUID() };
    await this.process.call("fill", checkout, draft);
    return checkout;
  }

  async submit(checkout: CheckoutKey, submission: PaymentSubmission): Promise<SubmissionResult> {
    const { tenant, reference } = checkout;
    const action = `${this.origin}/checkout/${tenant}/${reference}`;
    const response = await this.post(checkout, { action, fields: formOf(submission) });
    if (!("card" in submission) || response.status !== 200) return this.answered(response);
    return this.postCard(checkout, (await response.json()) as CardFormActionAndToken, submission.card);
  }

  read(checkout: CheckoutKey): Promise<StaffCheckoutStatus> {
    return this.process.call("read", checkout);
  }

  change(checkout: CheckoutKey, change: CartChange): Promise<void> {
    return this.process.call("change", checkout, change);
  }

  cancel(checkout: CheckoutKey): Promise<void> {
    return this.process.call("set", checkout, "cancelled", 1);
  }

  sellOut(checkout: CheckoutKey): Promise<void> {
    return this.process.call("sellOut", checkout);
  }

  refund(checkout: CheckoutKey, amount: Money): Promise<RefundAnswer> {
    return this.process.call("refund", checkout, amount);
  }

  disable(variant: Variant): Promise<void> {
    return this.process.call("disable", variant);
  }

  setLanguage(checkout: CheckoutKey, language: string): Promise<void> {
    return this.process.call("set", checkout, "language", language);
  }

  async logIn(checkout: CheckoutKey): Promise<void> {
    const name = { firstName: "Augusta Ada", lastName: "King" };
    const customer = { ...name, email: "countess@example.com", phone: "2079460000", country: "GB" };
    await this.process.call("set", checkout, "buyer", JSON.stringify(customer));
  }
}

function formOf(submission: PaymentSubmission): Record<string, string> {
  const { variant } = submission;
  if (variant === "apm")
    return { variant, method: submission.method ?? "", app_scheme: submission.appScheme ?? "" };
  return variant === "subscription" ? { variant, plan: JSON.stringify(submission.plan) } : { variant };
}
