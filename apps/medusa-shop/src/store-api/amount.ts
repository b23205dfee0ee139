import { decimalsOf, fromAmountText } from "@pay-index/core";

/**
 * Whole minor units of what Medusa says in decimals. Medusa keeps what a tax makes of a price, such as 22.788; a buyer is
 * asked for 22.79.
 */
export function toMinorUnits(amount: number, currency: string): number {
  const code = currency.toUpperCase();
  const decimals = decimalsOf(code) ?? 2;
  const format = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
  return fromAmountText(format.format(String(amount) as `${number}`), code).minor;
}
