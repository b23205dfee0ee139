import { textDecodings } from "./text-decodings.ts";

/** Returns whether 26 characters, in upper case, are a URL token of the attempt (URL-TOKENS). */
export type UrlTokenPredicate = (candidate: string) => boolean;

const tokenLength = 26;
/** A shorter text has no URL token, because no encoding makes a token shorter. */
export const shortestMaskedText = tokenLength;
const tokenRuns = /[0-9A-HJKMNP-TV-Z]{26,}/gi;
const withheldText = "[withheld: it holds a URL token]";

/**
 * Returns whether the text holds a URL token, in any case of letters, also percent-encoded, in hexadecimal, in base 64, or parted by
 * blanks, line breaks or other characters that are no letters or digits.
 */
export function containsUrlToken(text: string, isToken: UrlTokenPredicate): boolean {
  const joined = text.replace(/[^0-9A-Za-z]/g, "");
  return [...textDecodings(text), joined].some((reading) => findUrlTokens(reading, isToken).length > 0);
}

/** The text with each URL token masked. A text that holds one in an encoding is withheld as a whole. */
export function maskUrlTokens(text: string, isToken: UrlTokenPredicate): string {
  if (text.length < shortestMaskedText) return text;
  let hidden = text;
  for (const token of findUrlTokens(text, isToken)) hidden = hidden.replaceAll(token, "[token]");
  return containsUrlToken(hidden, isToken) ? withheldText : hidden;
}

function findUrlTokens(text: string, isToken: UrlTokenPredicate): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(tokenRuns)) {
    for (let start = 0; start + tokenLength <= run.length; start++) {
      const candidate = run.slice(start, start + tokenLength);
      if (isToken(candidate.toUpperCase())) found.push(candidate);
    }
  }
  return found;
}
