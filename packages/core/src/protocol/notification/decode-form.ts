import { knownFieldNames } from "../messages/message-types.ts";
import { createNotificationRefusal } from "./notification-refusal.ts";

/** Far above any honest message. */
const fieldLimit = 100;
const nameLimit = 100;

/** Decodes bytes, given as a text of one character for each byte. Throws a RangeError or TypeError if they are not in its charset. */
export type DecodeBytes = (bytes: string) => string;

/** Keeps each byte as one character. */
export const keepBytes: DecodeBytes = (bytes) => bytes;

/**
 * Reads a body of one of three formats: a form, a JSON object, or `multipart/form-data`. The first characters decide, not the content type,
 * because senders state a wrong one (NOT-ENCODING). No field comes twice.
 *
 * @param bytes the body, as a text of one character for each byte
 * @throws NotificationRefusal `malformed`, with the fields that were read
 */
export function decodeFields(bytes: string, decode: DecodeBytes): Map<string, string> {
  const start = bytes.trimStart();
  if (/^[{"]/.test(start)) return decodeJson(decode(start));
  const boundary = /^--([\w'()+,./:=? -]{1,70})\r?\n/.exec(start)?.[1];
  return boundary === undefined ? decodeForm(bytes, decode) : decodeMultipart(start, boundary, decode);
}

/** A `%` without an escape stays as it is, because old senders do not encode. */
function decodeForm(bytes: string, decode: DecodeBytes): Map<string, string> {
  // Most bodies have nothing to unescape. Without this check, they take twice as long.
  const needsReading = decode !== keepBytes || /[%+\0]/.test(bytes);
  const fields = new FieldCollector();
  for (const pair of bytes.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const [name, value] = equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    if (needsReading) fields.add(decode(unescapePart(name)), decode(unescapePart(value)));
    else fields.add(name, value);
  }
  return fields.complete();
}

function unescapePart(part: string): string {
  if (!/[%+]/.test(part)) return part;
  return part
    .replaceAll("+", " ")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const partHead = /^\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;
const partName = /^content-disposition:[^\r\n]*;\s*name="([^"\r\n]*)"/im;

/** Fields only: no file, and no nesting. */
function decodeMultipart(bytes: string, boundary: string, decode: DecodeBytes): Map<string, string> {
  const fields = new FieldCollector();
  const [, ...parts] = `\r\n${bytes}`
    .replaceAll(`\n--${boundary}`, `\r\n--${boundary}`)
    .split(`\r\n--${boundary}`);
  for (const part of parts) {
    if (part.startsWith("--")) break;
    const value = part.replace(partHead, "");
    const head = part.slice(0, part.length - value.length);
    const name = partName.exec(head)?.[1];
    if (name === undefined || /;\s*filename\*?=/i.test(head) || /^content-type:\s*multipart/im.test(head))
      throw fields.refuse("A part of the multipart body is a file, is nested, or has no name.");
    fields.add(decode(name), decode(value.replace(/\r$/, "")));
  }
  return fields.complete();
}

const jsonText = String.raw`"(?:[^"\\]|\\.)*"`;
const jsonMember = new RegExp(
  String.raw`\s*(${jsonText})\s*:\s*(?:(${jsonText})|(-?\d[\d.eE+-]*)|null)\s*(,|\}\s*$)`,
  "y",
);
type JsonMember = readonly [whole: string, name: string, text?: string, number?: string, next?: string];

/**
 * One flat object. A number counts as it is written, because the signature covers the text: `1.80` is not `1.8`. Null is the same as an
 * empty text (SIG-EMPTY).
 */
function decodeJson(text: string): Map<string, string> {
  const fields = new FieldCollector();
  const object = text.startsWith('"') ? readJsonText(text, fields).trim() : text;
  jsonMember.lastIndex = 1;
  for (let isOpen = object.startsWith("{"); isOpen; ) {
    const member = jsonMember.exec(object);
    if (member === null)
      throw fields.refuse("The body is no JSON object whose members are all texts, numbers or null.");
    const [, name, text, number = "", next] = member as readonly string[] as JsonMember;
    fields.add(readJsonText(name, fields), text === undefined ? number : readJsonText(text, fields));
    isOpen = next === ",";
  }
  return fields.complete();
}

function readJsonText(json: string, fields: FieldCollector): string {
  try {
    return String(JSON.parse(json));
  } catch {
    throw fields.refuse("The body contains a JSON text with an invalid escape.");
  }
}

/**
 * Fields that a host's body parser has decoded already.
 *
 * @throws NotificationRefusal `malformed` for a field that is not one text: repeated or bracketed names
 */
export function readParsedFields(body: Readonly<Record<string, unknown>>): Map<string, string> {
  const entries = Object.entries(body);
  const only = entries.length === 1 ? entries[0] : undefined;
  // A form parser that was given another format reads all of it as one field.
  if (only !== undefined && /^(?:\{|--)/.test(only[0]))
    return decodeFields(only[1] === "" ? only[0] : only.join("="), keepBytes);
  const fields = new FieldCollector();
  for (const [name, value] of entries) {
    if (typeof value === "string" || typeof value === "number") fields.add(name, String(value));
    else if (value === null) fields.add(name, "");
    else throw fields.refuse("A field is repeated or is not text.");
  }
  return fields.complete();
}

/** NUL, and half of a surrogate pair: neither can be stored everywhere, and no honest sender has them. */
const invalidText = /[\0\p{Cs}]/u;

class FieldCollector {
  readonly #fields = new Map<string, string>();

  add(name: string, value: string): void {
    const fields = this.#fields;
    if (fields.has(name)) throw this.refuse("A field is repeated.");
    if (fields.size >= fieldLimit || name.length > nameLimit)
      throw this.refuse("The body has too many fields, or the name of a field is too long.");
    const known = knownFieldNames.get(name);
    if (known === undefined && /[[\]]/.test(name)) throw this.refuse("A field has a bracketed name.");
    if ((known === undefined && invalidText.test(name)) || invalidText.test(value))
      throw this.refuse("A field contains invalid text: a NUL character or half a surrogate pair.");
    // The text of the table is found faster in other tables.
    fields.set(known ?? name, value);
  }

  refuse(message: string) {
    return createNotificationRefusal("malformed", message, this.#fields);
  }

  complete(): Map<string, string> {
    if (this.#fields.size === 0) throw this.refuse("The body has no fields.");
    return this.#fields;
  }
}

/** Tried for a body that is not ASCII, after the declared one: the charsets of the countries where such gateways are used. */
const usualCharsets = ["utf-8", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "windows-1252"] as const;

const declaredPattern = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/;

function declaredCharset(contentType: string | undefined): string | undefined {
  return contentType?.toLowerCase().match(declaredPattern)?.[1];
}

/** Returns the bytes with one byte for each ASCII character: those of UTF-16 are written in UTF-8. */
export function narrowBytes(bytes: Uint8Array, contentType: string | undefined): Buffer {
  const same = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const declared = declaredCharset(contentType);
  const isWide =
    (declared === "utf-16le" || declared === "utf-16be" || declared === "utf-16") && same.includes(0);
  return isWide ? Buffer.from(new TextDecoder(declared).decode(bytes)) : same;
}

/** Returns the charsets in which a body may be written: UTF-8, then the declared one, then the usual ones. */
export function possibleCharsets(contentType: string | undefined): ReadonlySet<string> {
  const [utf8, ...others] = usualCharsets;
  return new Set([utf8, declaredCharset(contentType) ?? utf8, ...others]);
}

/**
 * Returns a function that decodes bytes strictly. A text of ASCII is the same in all charsets but UTF-16.
 *
 * @throws RangeError if Node does not know the charset
 */
export function createDecoder(charset: string): DecodeBytes {
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  return (bytes) => (/^[\0-\x7F]*$/.test(bytes) ? bytes : decoder.decode(Buffer.from(bytes, "latin1")));
}

/** Escapes in a row, each of one byte. */
const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Returns whether a body parser may have replaced bytes that are not UTF-8. Some parsers insert U+FFFD, others leave the escapes. The
 * sender may have sent exactly that text, so only the sign can tell (NOT-ENCODING).
 */
export function hasUndecodableText(fields: ReadonlyMap<string, string>): boolean {
  return [...fields].some(([name, value]) => isUndecodable(name) || isUndecodable(value));
}

function isUndecodable(text: string): boolean {
  try {
    return text.replace(escapes, (run) => decodeURIComponent(run)).includes("\uFFFD");
  } catch {
    return true;
  }
}
