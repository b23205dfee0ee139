import { z } from "zod";
import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import { lazily } from "../../lazily.ts";
import { maskDigitRuns, textDecodings, withoutDatesAndAddresses } from "../../mask/mask-text.ts";
import type { FormField } from "../signature/request-sign.ts";

const digitsSchema = lazily(() =>
  z
    .string("is required: the digits on the card")
    .transform((text) => text.replace(/[ -]/g, ""))
    .pipe(z.string().regex(/^\d{12,19}$/, "must have 12 to 19 digits")),
);

const cardSchema = lazily(() =>
  z.strictObject({
    number: digitsSchema(),
    month: z.string("is required").regex(/^(0[1-9]|1[0-2])$/, "must be two digits, 01 to 12"),
    year: z.string("is required").regex(/^\d{4}$/, "must be four digits"),
    cvv: z.string("is required").regex(/^\d{3,4}$/, "must be three or four digits"),
  }),
);

/** The fields of a card, as strings. `month` is MM, `year` is YYYY. */
export type CardInput = z.input<ReturnType<typeof cardSchema>>;

let readCard: (card: CardDetails) => z.output<ReturnType<typeof cardSchema>>;

/**
 * A card number and its security code. The content cannot be printed, inspected, serialised or cloned; only the request builder
 * reads it. Release it when `start` has returned.
 */
export class CardDetails {
  readonly #card: z.output<ReturnType<typeof cardSchema>>;

  private constructor(card: z.output<ReturnType<typeof cardSchema>>) {
    this.#card = card;
  }

  /**
   * @param input text from a form: `number` (12 to 19 digits, with blanks and dashes), `month` `MM`, `year` `YYYY`,
   * `cvv`
   *
   * @throws PayIndexError `card_invalid`, without any digit of the card
   */
  static of(input: CardInput): CardDetails {
    const parsed = cardSchema().safeParse(input);
    if (parsed.success) return new CardDetails(parsed.data);
    throw new PayIndexError("card_invalid", "The card details cannot be used.", {
      problems: problemsOfSchemaIssues(parsed.error.issues),
    });
  }

  static {
    readCard = (card) => card.#card;
  }

  /** False if the number fails the Luhn check. `start` then returns a warning, and does not refuse the card. */
  get passesLuhn(): boolean {
    return passesLuhnCheck(this.#card.number);
  }

  /** Returns whether a text contains the card's number in any spelling, or its security code as a separate number. */
  isIn(text: string): boolean {
    const { number, cvv } = this.#card;
    return textDecodings(text).some(
      (reading) =>
        reading.replace(/\D/g, "").includes(number) ||
        reading.match(/(?<![0-9A-Za-z])\d{3,4}(?![0-9A-Za-z])/g)?.includes(cvv) === true,
    );
  }

  /** Whether the month printed on the card has ended everywhere on earth. */
  isExpired(now: Date): boolean {
    const endOfMonth = Date.UTC(Number(this.#card.year), Number(this.#card.month), 1);
    return now.getTime() >= endOfMonth + 12 * 3_600_000;
  }

  toString(): string {
    return "[card]";
  }

  toJSON(): string {
    return "[card]";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[card]";
  }
}

/** The Luhn check. */
function passesLuhnCheck(number: string): boolean {
  const doubled = [...number].reverse().map((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return value > 9 ? value - 9 : value;
  });
  return doubled.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/**
 * The prefixes of card numbers. 1, 7, 9, 20 and 21 are not assigned, so a number that begins with a date is no card
 * number.
 */
const cardNumberPrefixes = /^(?:[3-6]|2[2-7]|8[12]|9792)/;

/** Whether digits, as people write them, could be a card's number. Of other long numbers that begin alike one in ten is taken for one. */
export function couldBeCardNumber(digits: string): boolean {
  const number = digits.replace(/\D/g, "");
  return /^\d{12,19}$/.test(number) && cardNumberPrefixes.test(number) && passesLuhnCheck(number);
}

/**
 * Only for the request builder (REQ-CARDNO, REQ-CARDMONTH, REQ-CARDYEAR, REQ-CARDCVV). Not a part of the public API.
 */
export function revealCardFields(details: CardDetails): FormField[] {
  const card = readCard(details);
  return [
    ["pay_cardno", card.number],
    ["pay_cardmonth", card.month],
    ["pay_cardyear", card.year],
    ["pay_cardcvv", card.cvv],
  ];
}

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
