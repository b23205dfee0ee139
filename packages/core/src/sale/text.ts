import { z } from "zod";

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const control = /[\u0000-\u001F\u007F-\u009F]/;

/** One line of text as a shop's form gives it. Trimmed, because some servers trim before they look at a field. */
export function textSchema(limit: number) {
  return z
    .string("is required: text")
    .trim()
    .min(1, "must not be empty")
    .max(limit, `must not be longer than ${limit} characters`)
    .refine((text) => !control.test(text), "must not contain control characters or line breaks")
    .refine((text) => text.isWellFormed(), "is not valid Unicode: it has half of a surrogate pair");
}

export const countrySchema = z
  .string("is required: a two-letter ISO 3166 code")
  .regex(/^[A-Z]{2}$/, "must be a two-letter ISO 3166 code in upper case, such as US");

export function webAddressSchema(what: string) {
  return z
    .string(`is required: ${what}`)
    .refine(isWebAddress, `must be ${what} that starts with http:// or https://`);
}

export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
