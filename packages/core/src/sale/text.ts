import { z } from "zod";

const control = /\p{Cc}/u;

/** One line of text as a shop's form gives it. Trimmed, because some servers trim before they look at a field. */
export function textSchema(limit: number, required = "is required: text") {
  return z
    .string(required)
    .trim()
    .min(1, "must not be empty")
    .max(limit, `must not be longer than ${limit} characters`)
    .refine((text) => !control.test(text), "must not contain control characters or line breaks")
    .refine((text) => text.isWellFormed(), "is not valid Unicode: it has half of a surrogate pair");
}

export const countrySchema = z
  .string("is required: a two-letter ISO 3166 code")
  .trim()
  .regex(/^[A-Z]{2}$/, "must be a two-letter ISO 3166 code in upper case, such as US");

export function webAddressSchema(what: string) {
  return textSchema(2048, `is required: ${what}`).refine(
    (text) => isWebAddress(text) && !/\s/.test(text),
    `must be ${what} that starts with http:// or https://`,
  );
}

/** Stricter than `URL`, which also takes `https:shop.example` and addresses that begin with blanks. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
