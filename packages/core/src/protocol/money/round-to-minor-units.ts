import { amountWithCurrency, decimalsOf, type Money, money } from "./money.ts";

/** A rounded amount, with the change that rounding made. */
export interface RoundedAmount {
  readonly amount: Money;
  /** Undefined if the currency can represent the amount exactly. */
  readonly rounding: RoundingChange | undefined;
}

/** The change that rounding made, for staff. */
export interface RoundingChange {
  /** The rounded amount with its currency: `400 JPY`. */
  readonly roundedTo: string;
  /** The difference that rounding made, negative if it removed something: `0.20 JPY`, `-0.49 JPY`. */
  readonly roundingDifference: string;
}

const decimalText = /^(\d+)(?:\.(\d+))?$/;

/**
 * Rounds an amount to whole minor units, a half up, as shops display it (MON-ROUND): `399.80` JPY is 400 yen.
 *
 * @param text decimal text in the major unit, with any number of decimals
 * @param currency an ISO 4217 code
 * @returns `undefined` if the text is negative or no decimal number, the currency is unknown, or the amount is too large
 */
export function roundToMinorUnits(text: string, currency: string): RoundedAmount | undefined {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ""] = decimalText.exec(text) ?? [];
  if (decimals === undefined || whole === undefined) return undefined;
  const places = Math.max(fraction.length, decimals);
  const exact = BigInt(whole + fraction.padEnd(places, "0"));
  const unit = 10n ** BigInt(places - decimals);
  const minor = (2n * exact + unit) / (2n * unit);
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const rounded = money(Number(minor), currency);
  const difference = minor * unit - exact;
  return {
    amount: rounded,
    rounding: difference === 0n ? undefined : roundingOf(rounded, difference, places),
  };
}

function roundingOf(rounded: Money, difference: bigint, places: number): RoundingChange {
  const sign = difference < 0n ? "-" : "";
  const digits = String(difference)
    .replace("-", "")
    .padStart(places + 1, "0");
  const text = `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return { roundedTo: amountWithCurrency(rounded), roundingDifference: `${text} ${rounded.currency}` };
}

/**
 * Splits a whole number into whole parts in proportion to the weights. The parts add up to it exactly. What rounding leaves goes to the
 * parts with the largest remainders, the first of equal ones.
 *
 * @param total 0 or more
 * @param weights 0 or more each, and not all 0. A part is 0 if its weight is, and never above its weight if `total` is not above their sum.
 */
export function splitInProportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const parts = weights.map((weight) => {
    const share = BigInt(weight) * BigInt(total);
    return { whole: share / sum, rest: share % sum };
  });
  const left = BigInt(total) - parts.reduce((all, { whole }) => all + whole, 0n);
  const ranked = [...parts.entries()].sort(([, a], [, b]) => Number(b.rest - a.rest));
  const raised = new Set(ranked.slice(0, Number(left)).map(([index]) => index));
  return parts.map(({ whole }, index) => Number(whole) + (raised.has(index) ? 1 : 0));
}
