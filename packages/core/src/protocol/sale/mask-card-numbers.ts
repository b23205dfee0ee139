import { maskDigitRuns, withoutDatesAndAddresses } from "../../mask/mask-text.ts";
import { couldBeCardNumber } from "./card.ts";
import { containsPossibleCardNumber } from "./possible-card-number.ts";

/** An MD5 signature, and a UUID: a part of it can look like a card number. */
const hexWord = /(\b(?=\d*[a-f])[\da-f]{32}\b|\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)/i;
/** Digits with percent escapes between them, also escaped twice. */
const escapedRun = /\d+(?:(?:%(?:25)*[\da-f]{2}){1,3}\d+)+/gi;
const percentEscapes = /%(?:25)*[\da-f]{2}/gi;

/**
 * Masks possible card numbers, under any separators and in any script. Unlike `maskText`, leaves other long numbers, e-mail addresses and
 * signatures readable, for texts that developers compare.
 *
 * @example maskCardNumbers("4111/1111/1111/1111 at 2026-11-26 10:00:00") // "[digits] at 2026-11-26 10:00:00"
 */
export function maskCardNumbers(text: string): string {
  return text
    .split(hexWord)
    .map((part, index) => (index % 2 === 1 ? part : maskPart(part)))
    .join("");
}

function maskPart(text: string): string {
  const escaped = text.replace(escapedRun, (run) =>
    isCardRun(run.replace(percentEscapes, " ")) ? "[digits]" : run,
  );
  return maskDigitRuns(escaped, 12, isCardRun);
}

/** Whether a run of digits holds a card number. Digits of other scripts are in no number that has to be readable. */
function isCardRun(run: string): boolean {
  if (/(?!\d)\p{Nd}/u.test(run)) return true;
  const numbers = withoutDatesAndAddresses(run);
  return containsPossibleCardNumber(numbers) || (numbers.match(/\d{20,}/g) ?? []).some(holdsCardNumber);
}

/** Whether a number that is too long for a card has one inside. */
function holdsCardNumber(digits: string): boolean {
  return [...digits].some((_, start) =>
    [15, 16].some(
      (length) => start + length <= digits.length && couldBeCardNumber(digits.slice(start, start + length)),
    ),
  );
}
