import { type Money, toAmountText } from "@pay-index/core";

/** Money for people: `$42.50`. From decimal text and not from a fraction, which could be a cent off. */
export function formatMoney({ minor, currency }: Money): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(toAmountText({ minor, currency }) as `${number}`);
}
