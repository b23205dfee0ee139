/** 12 to 19 digits, with the separators that people write. */
const cardNumberPattern = /(?<!\d)\d(?:[ .-]?\d){11,18}(?!\d)/;
const cardFieldPattern = /^(?:card.*|pan|cc.*|cvv2?|cvc2?|csc|exp(?:iry|iration).*)$/i;

/** Deeper values are refused, because they are not checked. */
const maxDepth = 16;

/**
 * Whether a value contains a field with the name of a card field, or a possible card number. It can be true for other
 * numbers, too.
 */
export function mayContainCardData(value: unknown, depth = 0): boolean {
  if (typeof value === "string" || typeof value === "number") return cardNumberPattern.test(String(value));
  if (typeof value !== "object" || value === null) return false;
  if (depth > maxDepth) return true;
  const isNamed = (key: string) =>
    !Array.isArray(value) && (cardFieldPattern.test(key) || cardNumberPattern.test(key));
  return Object.entries(value).some(([key, each]) => isNamed(key) || mayContainCardData(each, depth + 1));
}
