import { money, type Sale } from "@pay-index/core";
import { CardDetails } from "@pay-index/core/protocol";
import { canaryCard } from "./messages/odd-texts.ts";
import type { AttemptTerms } from "./oracle/attempt-terms.ts";
import { amountText, defaultRules, type SaleRequest, type ShopSettings } from "./random-settings.ts";

/** Buyer data that no log line, answer or row may hold. */
export const canaryEmail = "canary.buyer@example.com";

const cyclesInPlan = 3;

/** The sale as shop code writes it. */
export function createSale(request: SaleRequest): Sale {
  const { reference, tenant, variant, minor, currency } = request;
  const buyer = {
    firstName: "Ada",
    lastName: "Canaryname",
    email: canaryEmail,
    phone: "5550100",
    country: "GB",
    ip: "203.0.113.7",
    userAgent: "Mozilla/5.0",
  };
  const common = { reference, tenant, amount: money(minor, currency), buyer };
  if (variant !== "card" && variant !== "subscription") return { ...common, variant };
  const items = [{ name: "Tea", price: minor, quantity: 1 }];
  const card = CardDetails.of({ number: canaryCard, month: "12", year: "2039", cvv: "987" });
  if (variant === "card") return { ...common, variant, items, card };
  const plan = {
    id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
    name: "Tea monthly",
    type: "monthly",
    description: "Tea",
    attempts: 3,
    totalCount: cyclesInPlan,
  } as const;
  return { ...common, variant, items, card, plan };
}

/** One attempt of the shop under test, with everything that only its gateway and its buyer know. */
export interface FuzzedAttempt {
  readonly reference: string;
  readonly tenant: string;
  readonly attemptId: string;
  readonly notifyToken: string;
  readonly returnToken: string;
  readonly terms: AttemptTerms;
}

/** The attempt as its gateway knows it: by the form that the gateway received, not by what the shop stored. */
export function createFuzzedAttempt(
  { minor, currency, reference, tenant, variant }: SaleRequest,
  settings: ShopSettings,
  form: URLSearchParams,
): FuzzedAttempt {
  const attemptId = form.get("pay_orderid") ?? "";
  const memberId = form.get("pay_memberid") ?? "";
  const merchant = settings.merchants.find((each) => each.id === memberId && each.tenant === tenant);
  const lastOf = (name: string) => form.get(name)?.split("/").at(-1) ?? "";
  return {
    reference,
    tenant,
    attemptId,
    notifyToken: lastOf("pay_notifyurl"),
    returnToken: lastOf("pay_callbackurl"),
    terms: {
      orderId: attemptId,
      memberId,
      keys: merchant === undefined ? [] : [merchant.key, ...merchant.previousKeys],
      rules: settings.rules ?? defaultRules,
      currency,
      amount: amountText(minor, currency),
      cycles: variant === "subscription" ? cyclesInPlan : 0,
    },
  };
}
