/** The characters between the digits of a card number: blanks, dashes and dots, also URL-encoded. */
const gap = "(?:%20|[\\s\\p{Pd}._+]){0,3}";
const digitRuns = new RegExp(`\\d(?:${gap}\\d){6,}`, "gu");
const digitGroups = /%20|\d+/gu;

interface DigitGroup {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Masks possible card numbers in a text: 12 to 19 digits with a valid check digit (Luhn), together or in groups. Also
 * masks every seven consecutive digits of `card`, the submitted card number.
 */
export function maskCardNumbers(text: string, card = ""): string {
  return text.replace(digitRuns, (run) =>
    sharesSevenDigits(run.replace(/\D/g, ""), card) ? maskText : maskCards(run),
  );
}

/** Whether the text contains a possible card number with an issuer's prefix. A time or a date is none. */
export function containsCardNumber(text: string): boolean {
  return [...text.matchAll(digitRuns)].some(([run]) =>
    findCardNumbers(splitIntoGroups(run)).some(({ digits }) => hasIssuerPrefix(digits)),
  );
}

const maskText = "[digits]";

function maskCards(run: string): string {
  let rest = 0;
  let shown = "";
  for (const { from, to } of findCardNumbers(splitIntoGroups(run))) {
    if (to <= rest) continue;
    // Overlapping numbers are masked together.
    if (from >= rest) shown += run.slice(rest, from) + maskText;
    rest = to;
  }
  return shown + run.slice(rest);
}

function splitIntoGroups(run: string): readonly DigitGroup[] {
  return [...run.matchAll(digitGroups)]
    .filter(([text]) => text !== "%20")
    .map(({ 0: digits, index }) => ({ digits, from: index, to: index + digits.length }));
}

/**
 * Returns the card numbers in consecutive groups of digits, in their order, also overlapping ones. A quantity before a
 * card does not hide it.
 */
function findCardNumbers(all: readonly DigitGroup[]): readonly DigitGroup[] {
  return all.flatMap(({ from }, first) => {
    const found: DigitGroup[] = [];
    let digits = "";
    for (const group of all.slice(first)) {
      digits += group.digits;
      if (digits.length > 19) break;
      if (digits.length >= 12 && passesLuhnCheck(digits)) found.push({ digits, from, to: group.to });
    }
    return found;
  });
}

function passesLuhnCheck(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Issuers have the prefixes 3 to 6, 2200 to 2204, and 2221 to 2720. */
function hasIssuerPrefix(digits: string): boolean {
  const first = Number(digits.slice(0, 4));
  return /^[3-6]/.test(digits) || (first >= 2200 && first <= 2204) || (first >= 2221 && first <= 2720);
}

function sharesSevenDigits(digits: string, card: string): boolean {
  for (let start = 0; start + 7 <= digits.length; start += 1) {
    if (card.includes(digits.slice(start, start + 7))) return true;
  }
  return false;
}
