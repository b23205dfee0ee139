import { type Money, toAmountText } from "@pay-index/core";

/** Formats money for display: `$42.50`. Uses decimal text, because a floating-point number could be wrong by a cent. */
export function formatMoney({ minor, currency }: Money): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(toAmountText({ minor, currency }) as `${number}`);
}
