import * as table from "dinero.js/currencies";
import { z } from "zod";
import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import { lazily } from "../../lazily.ts";

interface TableRow {
  readonly code: string;
  readonly base: number | readonly number[];
  readonly exponent: number;
}

const rows: readonly TableRow[] = Object.values(table);

/**
 * Decimals of each ISO 4217 currency (MON-EXPONENT). The table states the ariary and the ouguiya in their base of five;
 * ISO lists both with two decimals, and the wire is decimal.
 */
const decimalsByCode: ReadonlyMap<string, number> = new Map(
  rows.map((row) => [row.code, row.base === 10 ? row.exponent : 2]),
);

export function isCurrency(code: string): boolean {
  return decimalsByCode.has(code);
}

/** Returns the number of decimals that the protocol sends: 0 for JPY, 2 for USD, 3 for KWD, 4 for CLF. Undefined if unknown. */
export function decimalsOf(code: string): number | undefined {
  return decimalsByCode.get(code);
}

export const currencySchema = lazily(() =>
  z
    .string("is required: a three-letter ISO 4217 code")
    .refine(isCurrency, "is not a current ISO 4217 code in upper case, such as USD or JPY"),
);

export const minorSchema = lazily(() =>
  z
    .int("must be a whole number of minor units (cents of USD, yen of JPY)")
    .nonnegative("must not be negative"),
);

/** An amount in whole minor units of its currency: `{ minor: 1999, currency: "USD" }` is 19.99, `{ minor: 500, currency: "JPY" }` is 500 yen. */
export const moneySchema = lazily(() =>
  z
    .strictObject(
      { minor: minorSchema(), currency: currencySchema() },
      "is required: money(minorUnits, currency)",
    )
    .readonly(),
);

/**
 * An amount in whole minor units: `{ minor: 1999, currency: "USD" }` is 19.99 USD, `{ minor: 500, currency: "JPY" }` is 500 yen.
 *
 * @interface
 */
export type Money = z.infer<ReturnType<typeof moneySchema>>;

/**
 * Creates an amount of money.
 *
 * @example money(1999, "USD") // 19.99 USD
 * @param minor whole minor units, zero or more
 * @param currency an ISO 4217 code
 * @throws PayIndexError `money_invalid`
 */
export function money(minor: number, currency: string): Money {
  checkMoney(minor, currency);
  return Object.freeze({ minor, currency });
}

/** Returns whether these are an amount and a currency. The rules of the schema without the schema, because each message has amounts. */
function isAmount(minor: unknown, currency: unknown): boolean {
  return Number.isSafeInteger(minor) && (minor as number) >= 0 && isCurrency(currency as string);
}

/** Returns whether a value from outside is money without further fields. Use the schema to explain why it is not. */
export function isMoney(value: unknown): value is Money {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  const { minor, currency } = value as Readonly<Record<string, unknown>>;
  return isAmount(minor, currency);
}

/** @throws PayIndexError `money_invalid` */
function checkMoney(minor: number, currency: string): void {
  if (isAmount(minor, currency)) return;
  const problems = problemsOfSchemaIssues(moneySchema().safeParse({ minor, currency }).error?.issues ?? []);
  throw new PayIndexError("money_invalid", "This is not an amount of money.", { problems });
}

/** Shorter in all than what the engine keeps of a text, so that no cut text can pass for an amount. */
const decimalText = /^(\d{1,24})(?:\.(\d{1,24}))?$/;

function decimals(currency: string): number {
  const known = decimalsOf(currency);
  if (known === undefined)
    throw new PayIndexError("money_invalid", "This is not a current ISO 4217 code in upper case.");
  return known;
}

/**
 * Returns the amount as the protocol sends it, with exactly the currency's decimals (REQ-AMOUNT, MON-EXPONENT): `19.99` USD, `500` JPY, `1.250` KWD.
 *
 * @throws PayIndexError `money_invalid`
 */
export function toAmountText(amount: Money): string {
  const { minor, currency } = Object(amount) as Money;
  checkMoney(minor, currency);
  return minorToAmountText(minor, currency);
}

/** Returns an amount for people: `19.99 USD`. @throws PayIndexError `money_invalid` */
export function amountWithCurrency(amount: Money): string {
  return `${toAmountText(amount)} ${amount.currency}`;
}

export function isSameAmount(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency;
}

/** Returns whole minor units as `toAmountText` does, for sums that no `Money` holds: `bigint`, at least 0. */
export function minorToAmountText(minor: number | bigint, currency: string): string {
  const places = decimals(currency);
  const digits = String(minor).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * Reads an amount as the protocol sends it. Accepts extra trailing zeros. Other extra decimals are not an amount of this currency.
 *
 * @throws PayIndexError `money_invalid`
 */
export function fromAmountText(text: string, currency: string): Money {
  const places = decimals(currency);
  const minor = readMinorUnits(text, places);
  if (minor !== undefined) return money(minor, currency);
  const message = `This is not decimal text with at most ${places} decimals, as ${currency} has.`;
  throw new PayIndexError("money_invalid", message);
}

/** Returns a whole number, which can be greater than an amount. Undefined if the text is no decimal text with so many decimals. */
function readMinorUnits(text: string, places: number): number | undefined {
  const [, whole = "", fraction = ""] = (typeof text === "string" && decimalText.exec(text)) || [];
  if (whole === "" || /[^0]/.test(fraction.slice(places))) return undefined;
  return Number(whole + fraction.slice(0, places).padEnd(places, "0"));
}

/** Reads an amount that the gateway sent. Undefined if the text is no amount of this currency, or there is no such currency. */
export function readAmountText(text: string, currency: string): Money | undefined {
  const places = decimalsOf(currency);
  const minor = places === undefined ? undefined : readMinorUnits(text, places);
  return minor !== undefined && Number.isSafeInteger(minor) ? Object.freeze({ minor, currency }) : undefined;
}

/** A range of amounts, in minor units of the currency. Both ends belong to it. */
interface AmountRange {
  readonly currency: string;
  readonly lowest: number;
  readonly highest: number;
}

/** Returns whether a received amount is in the range, compared as numbers (MON-COMPARE). Text that is no amount is in no range. */
export function isAmountBetween(text: string, { currency, lowest, highest }: AmountRange): boolean {
  const amount = readAmountText(text, currency);
  return amount !== undefined && lowest <= amount.minor && amount.minor <= highest;
}

/**
 * Returns one spelling for all texts of one number, so that `1.0` repeated as `1.00` is a repeat. Other text stays
 * unchanged.
 */
export function normalizeAmountText(text: string): string {
  const [, whole, fraction = ""] = decimalText.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = fraction.replace(/0+$/, "");
  return whole.replace(/^0+(?=\d)/, "") + (digits === "" ? "" : `.${digits}`);
}

export const amountDecimalsChoices = ["currency", 2] as const;
/** The decimals of amounts that are sent: those of the currency, or always two (MON-SENT). */
export type AmountDecimals = (typeof amountDecimalsChoices)[number];

/** Returns the smallest amount that can be sent, in minor units: 10 for KWD with two decimals, otherwise mostly 1. */
export function smallestSentAmount(currency: string, decimals: AmountDecimals): number {
  if (decimals === "currency") return 1;
  return 10 ** Math.max(0, (decimalsOf(currency) ?? 0) - decimals);
}

/** Returns whether the amount can be sent with these decimals. `1.255` KWD cannot be sent with two. */
export function fitsDecimals({ minor, currency }: Money, decimals: AmountDecimals): boolean {
  return minor % smallestSentAmount(currency, decimals) === 0;
}

/**
 * Returns the amount as the protocol sends it (REQ-AMOUNT, MON-SENT): with `2`, `1000` JPY is `1000.00`.
 *
 * @throws PayIndexError `money_invalid` if it has more decimals than are sent
 */
export function toSentAmountText(amount: Money, decimals: AmountDecimals): string {
  const text = toAmountText(amount);
  if (decimals === "currency") return text;
  if (!fitsDecimals(amount, decimals))
    throw new PayIndexError("money_invalid", `This amount cannot be sent with ${decimals} decimals.`);
  const [whole, fraction = ""] = text.split(".");
  return `${whole}.${fraction.slice(0, decimals).padEnd(decimals, "0")}`;
}
