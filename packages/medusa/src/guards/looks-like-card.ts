/** 12 to 19 digits, as people write them. */
const number = /(?<!\d)\d(?:[ .-]?\d){11,18}(?!\d)/;
const name = /^(?:card.*|pan|cc.*|cvv2?|cvc2?|csc|exp(?:iry|iration).*)$/i;

/** Deeper than this nobody looks, so nothing goes there. */
const deepest = 16;

/** Whether anything in it has the name of a card's field, or could be a card's number. Rather too often than too seldom. */
export function looksLikeCard(value: unknown, depth = 0): boolean {
  if (typeof value === "string" || typeof value === "number") return number.test(String(value));
  if (typeof value !== "object" || value === null) return false;
  if (depth > deepest) return true;
  const isNamed = (key: string) => !Array.isArray(value) && (name.test(key) || number.test(key));
  return Object.entries(value).some(([key, each]) => isNamed(key) || looksLikeCard(each, depth + 1));
}
