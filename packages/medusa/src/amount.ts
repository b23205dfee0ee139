import { MathBN } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { type RoundedAmount, roundAmount } from "@pay-index/core/adapter";

/** What Medusa takes for an amount. */
export type Amount = Parameters<typeof MathBN.convert>[0];

/**
 * Medusa's amounts are decimals of the major unit, and have more digits than the currency where a tax or a discount was computed.
 * Money is paid in whole minor units: rounded half up (MON-ROUND), the same way whenever two amounts are compared. Undefined: no such currency.
 */
export function toMoney(amount: Amount, currency: string): Money | undefined {
  return roundToMoney(amount, currency)?.amount;
}

/** As `toMoney`, with what rounding changed. */
export function roundToMoney(amount: Amount, currency: string): RoundedAmount | undefined {
  // Adding 0 removes the sign of a negative zero.
  return roundAmount(MathBN.convert(amount).plus(0).toFixed(), currency.toUpperCase());
}

/** Whether this is, in the currency's own units, that money. */
export function equalsMoney(amount: Amount, currency: string | undefined, paid: Money): boolean {
  const asked = toMoney(amount, currency ?? "");
  return asked !== undefined && asked.minor === paid.minor && asked.currency === paid.currency;
}

/**
 * Parts of a sum as whole minor units, which add up to what the sum is rounded to: each is rounded together with those before it.
 * Undefined: one of them is below nothing.
 */
export function splitIntoMinorUnits(
  amounts: readonly Amount[],
  currency: string,
): readonly number[] | undefined {
  let sum: Amount = 0;
  let before = 0;
  const parts: number[] = [];
  for (const amount of amounts) {
    sum = MathBN.add(sum, amount);
    const minor = toMoney(sum, currency)?.minor;
    if (minor === undefined || minor < before) return undefined;
    parts.push(minor - before);
    before = minor;
  }
  return parts;
}
