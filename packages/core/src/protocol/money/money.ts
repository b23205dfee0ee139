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

/** @throws PayIndexError `money_invalid` */
export function checkMoney(minor: number, currency: string): void {
  // The rules of the schema without the schema, because this runs for each amount of each message. The schema is used
  // only for its error.
  if (Number.isSafeInteger(minor) && minor >= 0 && isCurrency(currency)) return;
  const { error } = moneySchema.safeParse({ minor, currency });
  const problems = problemsOfSchemaIssues(error?.issues ?? []);
  throw new PayIndexError("money_invalid", "This is not an amount of money.", { problems });
}
