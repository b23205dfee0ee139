/** 12 to 19 digits, as people write them. */
const cardNumberPattern = /(?<!\d)\d(?:[ .-]?\d){11,18}(?!\d)/;
const cardFieldPattern = /^(?:card.*|pan|cc.*|cvv2?|cvc2?|csc|exp(?:iry|iration).*)$/i;

/** Deeper than this nobody looks, so nothing goes there. */
const maxDepth = 16;

/** Whether anything in it has the name of a card's field, or could be a card's number. Rather too often than too seldom. */
export function looksLikeCard(value: unknown, depth = 0): boolean {
  if (typeof value === "string" || typeof value === "number") return cardNumberPattern.test(String(value));
  if (typeof value !== "object" || value === null) return false;
  if (depth > maxDepth) return true;
  const isNamed = (key: string) =>
    !Array.isArray(value) && (cardFieldPattern.test(key) || cardNumberPattern.test(key));
  return Object.entries(value).some(([key, each]) => isNamed(key) || looksLikeCard(each, depth + 1));
}
