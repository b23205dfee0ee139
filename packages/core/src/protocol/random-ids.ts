/** Crockford's base 32: digits and capitals without I, L, O and U. Without O, no text of it can contain "ok". */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 20 characters, 100 random bits: one per attempt, never used again (REQ-ORDERID). */
export function createAttemptId(randomBytes: (size: number) => Uint8Array): string {
  return toBase32(randomBytes(20));
}

/** 26 characters, 130 random bits: a URL token (URL-TOKENS). */
export function createUrlToken(randomBytes: (size: number) => Uint8Array): string {
  return encodeBytesAsUrlToken(randomBytes(26));
}

export const attemptIdPattern = /^[0-9A-HJKMNP-TV-Z]{20}$/;
export const urlTokenPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Checks the type first: the pattern alone would accept an array with one text. */
export function isAttemptId(value: unknown): value is string {
  return typeof value === "string" && attemptIdPattern.test(value);
}

export function isUrlToken(value: unknown): value is string {
  return typeof value === "string" && urlTokenPattern.test(value);
}

/** The first 26 of these bytes as a token. */
export function encodeBytesAsUrlToken(bytes: Uint8Array): string {
  return toBase32(bytes.subarray(0, 26));
}

/** Encodes the five low bits of each byte as one character. */
function toBase32(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += alphabet.charAt(byte & 31);
  return text;
}
