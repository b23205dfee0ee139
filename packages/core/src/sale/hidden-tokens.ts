import { readings } from "./readings.ts";

/** Tells whether 26 characters, in upper case, are a URL token of the attempt (URL-TOKENS). */
export type IsUrlToken = (candidate: string) => boolean;

const length = 26;
const runs = /[0-9A-HJKMNP-TV-Z]{26,}/gi;
const withheld = "[withheld: it holds a URL token]";

/**
 * Returns whether the text holds a URL token, in any case of letters, also percent-encoded, in hexadecimal, in base 64, or parted by
 * blanks, line breaks or other characters that are no letters or digits.
 */
export function holdsToken(text: string, isToken: IsUrlToken): boolean {
  const joined = text.replace(/[^0-9A-Za-z]/g, "");
  return [...readings(text), joined].some((reading) => tokensIn(reading, isToken).length > 0);
}

/** The text with each URL token masked. A text that holds one in an encoding is withheld as a whole. */
export function withoutTokens(text: string, isToken: IsUrlToken): string {
  let hidden = text;
  for (const token of tokensIn(text, isToken)) hidden = hidden.replaceAll(token, "[token]");
  return holdsToken(hidden, isToken) ? withheld : hidden;
}

function tokensIn(text: string, isToken: IsUrlToken): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(runs)) {
    for (let start = 0; start + length <= run.length; start++) {
      const candidate = run.slice(start, start + length);
      if (isToken(candidate.toUpperCase())) found.push(candidate);
    }
  }
  return found;
}
