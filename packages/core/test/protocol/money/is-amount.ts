import { isAmountBetween, type Money } from "../../../src/protocol/money/money.ts";

/** Returns whether a received text is exactly this amount. */
export function isAmount(text: string, { minor, currency }: Money): boolean {
  return isAmountBetween(text, { currency, lowest: minor, highest: minor });
}
