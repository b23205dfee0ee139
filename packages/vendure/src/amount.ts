import { decimalsOf, type Money, money } from "@pay-index/core";

/**
 * Vendure's integers have the same number of decimals in every currency (`moneyStrategy.precision`, 2 by default); ours have the
 * currency's own. Undefined: this amount has a fraction that the currency has not, or the currency is none.
 */
export function toMoney(value: number, currency: string, precision: number): Money | undefined {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) return undefined;
  const minor = shift(value, decimals - precision);
  return minor === undefined || minor < 0 ? undefined : money(minor, currency);
}

/** The other way round. Undefined: Vendure's integers are too coarse for it. */
export function fromMoney({ minor, currency }: Money, precision: number): number | undefined {
  return shift(minor, precision - (decimalsOf(currency) ?? 0));
}

/** For what is only shown: rounded where the currency is coarser. */
export function toShownMinor(value: number, currency: string, precision: number): number {
  const places = (decimalsOf(currency) ?? 0) - precision;
  if (places >= 0) return value * 10 ** places;
  const unit = 10 ** -places;
  return (value - (value % unit)) / unit + (2 * (value % unit) >= unit ? 1 : 0);
}

function shift(value: number, places: number): number | undefined {
  const shifted = places >= 0 ? value * 10 ** places : value / 10 ** -places;
  return Number.isSafeInteger(shifted) ? shifted : undefined;
}
