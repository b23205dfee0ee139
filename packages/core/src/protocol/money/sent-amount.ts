import { PayIndexError } from "../../errors.ts";
import { toAmountText } from "./amount-text.ts";
import { decimalsOf } from "./currencies.ts";
import type { Money } from "./money.ts";

export const amountDecimalsChoices = ["currency", 2] as const;
/** The decimals of amounts that are sent: those of the currency, or always two (MON-SENT). */
export type AmountDecimals = (typeof amountDecimalsChoices)[number];

/** Returns the smallest amount that can be sent, in minor units: 10 for KWD with two decimals, otherwise mostly 1. */
export function smallestSentAmount(currency: string, decimals: AmountDecimals): number {
  if (decimals === "currency") return 1;
  return 10 ** Math.max(0, (decimalsOf(currency) ?? 0) - decimals);
}

/** Returns whether the amount can be sent with these decimals. `1.255` KWD cannot be sent with two. */
export function fitsDecimals({ minor, currency }: Money, decimals: AmountDecimals): boolean {
  return minor % smallestSentAmount(currency, decimals) === 0;
}

/**
 * Returns the amount as the protocol sends it (REQ-AMOUNT, MON-SENT): with `2`, `1000` JPY is `1000.00`.
 *
 * @throws PayIndexError `money_invalid` if it has more decimals than are sent
 */
export function toSentAmountText(amount: Money, decimals: AmountDecimals): string {
  const text = toAmountText(amount);
  if (decimals === "currency") return text;
  if (!fitsDecimals(amount, decimals))
    throw new PayIndexError("money_invalid", `This amount cannot be sent with ${decimals} decimals.`);
  const [whole, fraction = ""] = text.split(".");
  return `${whole}.${fraction.slice(0, decimals).padEnd(decimals, "0")}`;
}
