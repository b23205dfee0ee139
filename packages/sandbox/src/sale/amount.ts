const decimal = /^(0|[1-9]\d{0,11})(\.\d{1,4})?$/;

/**
 * Whether a text is a decimal number without sign, exponent or leading zeros. Amounts stay text and are never
 * calculated with.
 */
export function isAmount(text: string): boolean {
  return decimal.test(text);
}

export function isPositiveAmount(text: string): boolean {
  return decimal.test(text) && /[1-9]/.test(text);
}
