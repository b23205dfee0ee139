import { MathBN } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { type RoundedAmount, roundToMinorUnits } from "@pay-index/core/adapter";

/** An amount as Medusa's functions accept it. */
export type MedusaAmount = Parameters<typeof MathBN.convert>[0];

/**
 * Converts an amount of Medusa to money. Medusa's amounts are decimals of the major unit, and can have more digits than
 * the currency after a tax or a discount. They are rounded half up to whole minor units (MON-ROUND), always in the same
 * way. Returns undefined if the currency is unknown.
 */
export function toRoundedMoney(amount: MedusaAmount, currency: string): Money | undefined {
  return roundToMoneyWithDifference(amount, currency)?.amount;
}

/** Converts an amount like `toRoundedMoney`, and returns the difference that rounding made as well. */
export function roundToMoneyWithDifference(
  amount: MedusaAmount,
  currency: string,
): RoundedAmount | undefined {
  // Adding 0 removes the sign of a negative zero.
  return roundToMinorUnits(MathBN.convert(amount).plus(0).toFixed(), currency.toUpperCase());
}

/** Whether the amount in the currency's major unit equals the money. */
export function equalsMoney(amount: MedusaAmount, currency: string | undefined, paid: Money): boolean {
  const asked = toRoundedMoney(amount, currency ?? "");
  return asked !== undefined && asked.minor === paid.minor && asked.currency === paid.currency;
}

/**
 * Converts the parts of a sum to whole minor units that add up to the rounded sum: each part is rounded together with
 * those before it. Returns undefined if a part is negative.
 */
export function roundPartsToMinorUnits(
  amounts: readonly MedusaAmount[],
  currency: string,
): readonly number[] | undefined {
  let sum: MedusaAmount = 0;
  let before = 0;
  const parts: number[] = [];
  for (const amount of amounts) {
    sum = MathBN.add(sum, amount);
    const minor = toRoundedMoney(sum, currency)?.minor;
    if (minor === undefined || minor < before) return undefined;
    parts.push(minor - before);
    before = minor;
  }
  return parts;
}
