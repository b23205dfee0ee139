import { money, type Sale } from "@pay-index/core";
import { CardDetails } from "@pay-index/core/protocol";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import { canaryCard } from "../messages/odd-texts.ts";
import { AttemptModel } from "../oracle/attempt-model.ts";
import type { SaleRequest, ShopSettings } from "./fuzzed-shop.ts";
import { amountText, cyclesInPlan, defaultRules } from "./random-settings.ts";

/** Buyer data that no log line, answer or row may hold. */
export const canaryEmail = "canary.buyer@example.com";

/** The sale as shop code writes it. */
export function createSale(request: SaleRequest): Sale {
  const { reference, tenant, variant, minor, currency, buyerName, firstMinor } = request;
  const buyer = {
    firstName: buyerName,
    lastName: "Canaryname",
    email: canaryEmail,
    phone: "5550100",
    country: "GB",
    ip: "203.0.113.7",
    userAgent: "Mozilla/5.0",
  };
  const amount = money(minor, currency);
  const common = { reference, tenant, amount, buyer };
  const items = [{ name: "Tea", price: minor, quantity: 1 }];
  const card = () => CardDetails.of({ number: canaryCard, month: "12", year: "2039", cvv: "987" });
  switch (variant) {
    case "card":
      return { ...common, variant, items, card: card() };
    case "subscription":
      return { ...common, variant, items, card: card(), plan: planOf(firstMinor) };
    case "hosted":
    case "link":
    case "apm":
      return { ...common, variant };
  }
}

function planOf(firstMinor: number | undefined) {
  return {
    id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
    name: "Tea monthly",
    type: "monthly" as const,
    description: "Tea",
    attempts: 3,
    totalCount: cyclesInPlan,
    ...(firstMinor === undefined ? {} : { firstPeriodAmount: firstMinor }),
  };
}

interface Submitted {
  readonly request: SaleRequest;
  readonly settings: ShopSettings;
  /** The form that the gateway received. */
  readonly form: URLSearchParams;
  readonly statusUrl: string;
}

/** The attempt as its gateway knows it: by the form that the gateway received, not by what the shop stored. */
export function createFuzzedAttempt({ request, settings, form, statusUrl }: Submitted): FuzzedAttempt {
  const { minor, currency, firstMinor = minor, reference, tenant, variant } = request;
  const attemptId = form.get("pay_orderid") ?? "";
  const memberId = form.get("pay_memberid") ?? "";
  const merchant = settings.merchants.find((each) => each.id === memberId && each.tenant === tenant);
  const last = (name: string) => form.get(name)?.split("/").at(-1) ?? "";
  return {
    reference,
    tenant,
    attemptId,
    notifyToken: last("pay_notifyurl"),
    returnToken: last("pay_callbackurl"),
    stateToken: statusUrl.split("/").at(-1) ?? "",
    model: new AttemptModel({
      orderId: attemptId,
      memberId,
      keys: merchant === undefined ? [] : [merchant.key, ...merchant.previousKeys],
      rules: settings.rules ?? defaultRules,
      currency,
      amount: amountText(minor, currency),
      firstAmount: amountText(firstMinor, currency),
      cycles: variant === "subscription" ? cyclesInPlan : 0,
    }),
  };
}
