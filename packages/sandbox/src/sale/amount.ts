/** At most 16 digits before the point, as 9007199254740991 JPY has: the largest amount that is exact in whole minor units. */
const decimal = /^(0|[1-9]\d{0,15})(\.\d{1,4})?$/;

/**
 * Whether a text is a decimal number without sign, exponent or leading zeros. Amounts stay text, except in `parseTenThousandths`.
 */
export function isAmount(text: string): boolean {
  return decimal.test(text);
}

export function isPositiveAmount(text: string): boolean {
  return decimal.test(text) && /[1-9]/.test(text);
}

/** An amount has at most four decimals. */
const unitDecimals = 4;

/** Returns an amount in whole ten-thousandths, exactly. */
export function parseTenThousandths(amount: string): bigint {
  const [whole = "", decimals = ""] = amount.split(".");
  return BigInt(whole + decimals.padEnd(unitDecimals, "0"));
}

/** Returns an amount as decimal text. It has as many decimals as `like`, or more if the amount needs them. */
export function formatTenThousandths(units: bigint, like: string): string {
  const digits = String(units).padStart(unitDecimals + 1, "0");
  const needed = digits.slice(-unitDecimals).replace(/0+$/, "");
  const decimals = needed.padEnd(like.split(".")[1]?.length ?? 0, "0");
  return digits.slice(0, -unitDecimals) + (decimals === "" ? "" : `.${decimals}`);
}
