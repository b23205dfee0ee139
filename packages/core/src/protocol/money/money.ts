import { z } from "zod";
import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import { isCurrency } from "./currencies.ts";

export const currencySchema = z
  .string("is required: a three-letter ISO 4217 code")
  .refine(isCurrency, "is not a current ISO 4217 code in upper case, such as USD or JPY");

export const minorSchema = z
  .int("must be a whole number of minor units (cents of USD, yen of JPY)")
  .nonnegative("must not be negative");

/** An amount in whole minor units of its currency: `{ minor: 1999, currency: "USD" }` is 19.99, `{ minor: 500, currency: "JPY" }` is 500 yen. */
export const moneySchema = z
  .strictObject({ minor: minorSchema, currency: currencySchema }, "is required: money(minorUnits, currency)")
  .readonly();

/**
 * An amount in whole minor units: `{ minor: 1999, currency: "USD" }` is 19.99 USD, `{ minor: 500, currency: "JPY" }` is 500 yen.
 *
 * @interface
 */
export type Money = z.infer<typeof moneySchema>;

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
export function checkMoney(minor: number, currency: string): void {
  if (isAmount(minor, currency)) return;
  const { error } = moneySchema.safeParse({ minor, currency });
  const problems = problemsOfSchemaIssues(error?.issues ?? []);
  throw new PayIndexError("money_invalid", "This is not an amount of money.", { problems });
}
