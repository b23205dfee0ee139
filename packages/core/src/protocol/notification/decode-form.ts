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
