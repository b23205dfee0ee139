import { couldBeCardNumber } from "./card.ts";

/** Whether consecutive groups of digits in a text could be a card number. Other digits can be next to it. */
export function containsPossibleCardNumber(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  return groups.some((_, first) => {
    let digits = "";
    for (const group of groups.slice(first)) {
      digits += group;
      if (digits.length > 19) return false;
      if (couldBeCardNumber(digits)) return true;
    }
    return false;
  });
}
