import { decimalsOf, fromAmountText } from "@pay-index/core";

/**
 * Converts Medusa's decimals to whole minor units. Medusa keeps more digits after taxes, such as 22.788. The buyer pays
 * 22.79.
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
