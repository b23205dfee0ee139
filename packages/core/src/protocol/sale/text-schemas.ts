import { z } from "zod";
import { lazily } from "../../lazily.ts";

const controlCharacter = /\p{Cc}/u;
/** Not empty, without control characters and without unpaired surrogates. */
const singleLine = /^[^\p{Cc}\p{Cs}]+$/u;

/** One line of text from a form. Trimmed, because some servers trim before they validate. */
export function createTextSchema(limit: number, required = "is required: text") {
  // One check for all rules: a sale has a score of texts, and each check of a schema costs more than what it looks at.
  return z.string(required).check((text) => {
    text.value = text.value.trim();
    if (text.value.length <= limit && singleLine.test(text.value)) return;
    for (const message of textProblems(text.value, limit))
      text.issues.push({ code: "custom", input: text.value, message });
  });
}

function textProblems(text: string, limit: number): readonly string[] {
  return [
    text === "" ? "must not be empty" : "",
    text.length > limit ? `must not be longer than ${limit} characters` : "",
    controlCharacter.test(text) ? "must not contain control characters or line breaks" : "",
    text.isWellFormed() ? "" : "is not valid Unicode: it has half of a surrogate pair",
  ].filter((problem) => problem !== "");
}

export const countrySchema = lazily(() =>
  z
    .string("is required: a two-letter ISO 3166 code")
    .trim()
    .regex(/^[A-Z]{2}$/, "must be a two-letter ISO 3166 code in upper case, such as US"),
);

export function createWebAddressSchema(what: string) {
  return createTextSchema(2048, `is required: ${what}`).refine(
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
