/** Crockford's base 32: digits and capitals without I, L, O and U. Without O, no text of it can contain "ok". */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 20 characters, 100 random bits: one per attempt, never used again (REQ-ORDERID). */
export function mintOrderNumber(randomBytes: (size: number) => Uint8Array): string {
  return randomText(20, randomBytes);
}

/** 26 characters, 130 random bits: a URL token (URL-TOKENS). */
export function mintToken(randomBytes: (size: number) => Uint8Array): string {
  return randomText(26, randomBytes);
}

export const orderNumberPattern = /^[0-9A-HJKMNP-TV-Z]{20}$/;
export const tokenPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

function randomText(length: number, randomBytes: (size: number) => Uint8Array): string {
  let text = "";
  for (const byte of randomBytes(length)) text += alphabet.charAt(byte & 31);
  return text;
}
