import { decimalsOf, type Money } from "@pay-index/core";
import { RefusalRollback, type RoundedAmount, roundToMinorUnits } from "@pay-index/core/adapter";

/**
 * Converts an amount of Vendure to money. Vendure's integers have the same number of decimals in every currency
 * (`moneyStrategy.precision`, 2 by default), and money has those of its currency. A fraction that the currency does not
 * have is rounded as Vendure displays it (MON-ROUND). Returns undefined if the amount is negative, or the currency is
 * unknown.
 */
export function toRoundedMoney(value: number, currency: string, precision: number): Money | undefined {
  return roundToMoneyWithDifference(value, currency, precision)?.amount;
}

/** Converts an amount like `toRoundedMoney`, and returns the difference that rounding made as well. */
export function roundToMoneyWithDifference(
  value: number,
  currency: string,
  precision: number,
): RoundedAmount | undefined {
  return roundToMinorUnits(toMajorText(value, precision), currency);
}

/** Returns decimal text in the major unit: `399.80` for 39980 with the precision 2. */
function toMajorText(value: number, precision: number): string {
  const digits = String(Math.abs(value)).padStart(precision + 1, "0");
  const whole = digits.slice(0, digits.length - precision);
  const fraction = digits.slice(digits.length - precision);
  return `${value < 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Converts a charged amount to an amount of Vendure. @throws RefusalRollback if Vendure's integers have too few decimals */
export function requireVendureAmount({ minor, currency }: Money, precision: number): number {
  const places = precision - (decimalsOf(currency) ?? 0);
  const amount = places >= 0 ? minor * 10 ** places : minor / 10 ** -places;
  if (Number.isSafeInteger(amount)) return amount;
  const message = "The shop's currency precision has too few decimals for the charged amount.";
  throw new RefusalRollback("amount_unknown", message);
}

/** Converts an amount for display. Rounds if the currency has fewer decimals. */
export function toDisplayMinor(value: number, currency: string, precision: number): number {
  const places = (decimalsOf(currency) ?? 0) - precision;
  if (places >= 0) return value * 10 ** places;
  const unit = 10 ** -places;
  return (value - (value % unit)) / unit + (2 * (value % unit) >= unit ? 1 : 0);
}
