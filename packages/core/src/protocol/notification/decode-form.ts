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
  if (/^\w/.test(bytes)) return decodeForm(bytes, decode);
  const start = bytes.slice(0, 200).trimStart();
  if (start.startsWith("{") || start.startsWith('"')) return decodeJson(decode(bytes));
  const boundary = /^--([\w'()+,./:=? -]{1,70})\r?\n/.exec(start)?.[1];
  return boundary === undefined ? decodeForm(bytes, decode) : decodeMultipart(bytes, boundary, decode);
}

/** A `%` without an escape stays as it is, because old senders do not encode. */
function decodeForm(bytes: string, decode: DecodeBytes): Map<string, string> {
  const needsReading = decode !== keepBytes || /[%+\0]/.test(bytes);
  const fields = new FieldCollector({ areTexts: !needsReading });
  const read: DecodeBytes = needsReading ? (part) => decode(unescapePart(part)) : keepBytes;
  for (const pair of bytes.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    if (equals < 0) fields.add(read(pair), "");
    else fields.add(read(pair.slice(0, equals)), read(pair.slice(equals + 1)));
  }
  return fields.complete();
}

function unescapePart(part: string): string {
  if (!part.includes("%") && !part.includes("+")) return part;
  return part
    .replace(/\+/g, " ")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const partHead = /^\r?\n((?:[^\r\n]+\r?\n)*)\r?\n/;
const partName = /^content-disposition:[^\r\n]*;\s*name="([^"\r\n]*)"/im;

/** Fields only: no file, and no nesting. */
function decodeMultipart(bytes: string, boundary: string, decode: DecodeBytes): Map<string, string> {
  const fields = new FieldCollector();
  const [, ...parts] = `\r\n${bytes.trimStart()}`
    .replaceAll(`\n--${boundary}`, `\r\n--${boundary}`)
    .split(`\r\n--${boundary}`);
  for (const part of parts) {
    if (part.startsWith("--")) break;
    const [head = "", headers = ""] = partHead.exec(part) ?? [];
    const name = partName.exec(headers)?.[1];
    if (
      name === undefined ||
      /;\s*filename\*?=/i.test(headers) ||
      /^content-type:\s*multipart/im.test(headers)
    )
      throw fields.refuse("A part of the multipart body is a file, is nested, or has no name.");
    fields.add(decode(name), decode(part.slice(head.length).replace(/\r$/, "")));
  }
  return fields.complete();
}

const jsonText = String.raw`"(?:[^"\\]|\\.)*"`;
const jsonMember = new RegExp(
  String.raw`\s*(${jsonText})\s*:\s*(${jsonText}|-?\d[\d.eE+-]*|null)\s*(,|\}\s*$)`,
  "y",
);

/** One flat object. A number counts as it is written, because the signature covers the text: `1.80` is not `1.8`. */
function decodeJson(text: string): Map<string, string> {
  const fields = new FieldCollector();
  const trimmed = text.trim();
  const object = trimmed.startsWith('"') ? readJsonText(trimmed, fields).trim() : trimmed;
  jsonMember.lastIndex = 1;
  for (let end = object.startsWith("{") ? "," : "}"; end === ","; ) {
    const [found, name = "", value = "", next = ""] = jsonMember.exec(object) ?? [];
    if (found === undefined)
      throw fields.refuse("The body is no JSON object whose members are all texts, numbers or null.");
    fields.add(
      readJsonText(name, fields),
      value.startsWith('"') ? readJsonText(value, fields) : numberText(value),
    );
    end = next.charAt(0);
  }
  return fields.complete();
}

/** Null is the same as an empty text (SIG-EMPTY). */
const numberText = (value: string) => (value === "null" ? "" : value);

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
  const [[whole = "", rest] = []] = entries;
  // A form parser that was given another format reads all of it as one field.
  if (entries.length === 1 && /^(?:\{|--)/.test(whole))
    return decodeFields(rest === "" ? whole : `${whole}=${String(rest)}`, (part) => part);
  const fields = new FieldCollector();
  for (const [name, value] of entries) {
    if (typeof value === "string" || typeof value === "number") fields.add(name, String(value));
    else if (value === null) fields.add(name, "");
    else throw fields.refuse("A field is repeated or is not text.");
  }
  return fields.complete();
}

class FieldCollector {
  readonly #fields = new Map<string, string>();
  readonly #areTexts: boolean;

  /** @param areTexts whether it is known that no name and no value contains invalid text */
  constructor({ areTexts } = { areTexts: false }) {
    this.#areTexts = areTexts;
  }

  add(name: string, value: string): void {
    const fields = this.#fields;
    if (fields.has(name)) throw this.refuse("A field is repeated.");
    if (fields.size >= fieldLimit || name.length > nameLimit)
      throw this.refuse("The body has too many fields, or the name of a field is too long.");
    const known = knownFieldNames.get(name);
    if (known === undefined && /[[\]]/.test(name)) throw this.refuse("A field has a bracketed name.");
    if (!this.#areTexts && !(isText(known ?? name) && isText(value)))
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

/** Neither can be stored everywhere, and no honest sender has them. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

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

/** Escapes in a row, each of one byte. */
const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Returns the fields in which a body parser may have replaced bytes that are not UTF-8. Some parsers insert U+FFFD,
 * others leave the escapes. The sender may have sent exactly that text, so only the sign can tell (NOT-ENCODING).
 */
export function fieldsWithUndecodableText(fields: ReadonlyMap<string, string>): string[] {
  return [...fields].flatMap(([name, value]) => (isUndecodable(name) || isUndecodable(value) ? [name] : []));
}

function isUndecodable(text: string): boolean {
  return text.includes("\uFFFD") || (text.match(escapes) ?? []).some((run) => !isUtf8(run));
}

function isUtf8(run: string): boolean {
  try {
    // The result is used because the bundler drops a call without one, and the error with it.
    return decodeURIComponent(run) !== "";
  } catch {
    return false;
  }
}
