import { toAmountText } from "../../../src/protocol/money/money.ts";

/** Returns how the amounts of a sale in this currency are written, with the currency's own decimals. */
export function amountsIn(currency: string): (minor: number) => string {
  return (minor) => toAmountText({ minor, currency });
}
