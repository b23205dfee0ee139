import type { Money } from "@pay-index/core";
import { roundToMoneyWithDifference } from "../amount.ts";

interface RefundMoneyInput {
  /** The amount to refund, in Vendure's integers. */
  readonly amount: number;
  /** The payment with its refunds, in Vendure's integers. */
  readonly payment: {
    readonly amount: number;
    readonly refunds: readonly { readonly total: number; readonly state: string }[];
  };
  readonly currency: string;
  /** The number of decimals of Vendure's integers. */
  readonly precision: number;
}

/**
 * Returns the amount to refund as money. Vendure's payment can differ from the charge by rounding: then the rest of the
 * payment is the rest of the charge. Undefined if the currency does not have this amount.
 */
export function toRefundMoney({ amount, payment, currency, precision }: RefundMoneyInput): Money | undefined {
  const exact = toExactMoney(amount, currency, precision);
  const before = payment.refunds
    .filter(({ state }) => state !== "Failed")
    .reduce((sum, { total }) => sum + total, 0);
  if (amount !== payment.amount - before) return exact;
  const charged = roundToMoneyWithDifference(payment.amount, currency, precision)?.amount;
  const refunded = toExactMoney(before, currency, precision);
  if (charged === undefined || refunded === undefined) return exact;
  const minor = charged.minor - refunded.minor;
  return minor > 0 ? { minor, currency: charged.currency } : undefined;
}

function toExactMoney(value: number, currency: string, precision: number): Money | undefined {
  const converted = roundToMoneyWithDifference(value, currency, precision);
  return converted?.rounding === undefined ? converted?.amount : undefined;
}
