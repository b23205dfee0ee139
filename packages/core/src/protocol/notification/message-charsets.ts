import type { DecodeBytes } from "./decode-form.ts";

/** Tried for a body that is not ASCII, after the declared one: the charsets of the countries where such gateways are used. */
const usualCharsets = ["utf-8", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "windows-1252"] as const;

const declaredPattern = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

function declaredCharset(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !contentType.includes(";")) return undefined;
  return declaredPattern.exec(contentType)?.[1]?.toLowerCase();
}

/** Returns the bytes with one byte for each ASCII character: those of UTF-16 are written in UTF-8. */
export function narrowBytes(bytes: Uint8Array, contentType: string | undefined): Buffer {
  const same = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const declared = declaredCharset(contentType);
  const isWide =
    (declared === "utf-16le" || declared === "utf-16be" || declared === "utf-16") && same.includes(0);
  return isWide ? Buffer.from(new TextDecoder(declared).decode(bytes)) : same;
}

/** Returns the charsets in which a body may be written: UTF-8, then the declared one if Node can decode it, then the usual ones. */
export function possibleCharsets(contentType: string | undefined): readonly string[] {
  const declared = declaredCharset(contentType);
  const [utf8, ...others] = usualCharsets;
  return [...new Set([utf8, ...(declared !== undefined && isKnown(declared) ? [declared] : []), ...others])];
}

/** Returns a function that decodes bytes strictly. A text of ASCII is the same in all charsets but UTF-16. */
export function createDecoder(charset: string): DecodeBytes {
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  return (bytes) => (isAscii(bytes) ? bytes : decoder.decode(Buffer.from(bytes, "latin1")));
}

function isAscii(text: string): boolean {
  return /^[\0-\x7F]*$/.test(text);
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== "replacement";
  } catch {
    return false;
  }
}
