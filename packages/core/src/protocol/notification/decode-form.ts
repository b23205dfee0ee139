import { createNotificationRefusal } from "./notification-refusal.ts";

/** U+FEFF in UTF-8. */
const byteOrderMark = "\xEF\xBB\xBF";

/** Far above any honest notification. */
const fieldLimit = 100;
const nameLimit = 100;

/**
 * Decodes a form body strictly: only UTF-8, and no field twice (NOT-ENCODING). A `%` without an escape stays as it is,
 * because old senders do not encode. A byte order mark at the start is skipped, as body parsers do.
 *
 * @throws NotificationRefusal `malformed`
 */
export function decodeForm(body: Uint8Array): Map<string, string> {
  const fields = new Map<string, string>();
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  const text = bytes.startsWith(byteOrderMark) ? bytes.slice(byteOrderMark.length) : bytes;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    addField(fields, name, equals < 0 ? "" : decodePart(pair.slice(equals + 1)));
  }
  if (fields.size === 0) throw createNotificationRefusal("malformed", "The body has no fields.");
  return fields;
}

/**
 * Fields that a host's body parser has decoded already.
 *
 * @throws NotificationRefusal `malformed` for a field that is not one text: repeated or bracketed names
 */
export function readParsedFields(body: Readonly<Record<string, unknown>>): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "string")
      throw createNotificationRefusal("malformed", "A field is repeated or is not text.");
    addField(fields, name, value);
  }
  if (fields.size === 0) throw createNotificationRefusal("malformed", "The body has no fields.");
  return fields;
}

function addField(fields: Map<string, string>, name: string, value: string): void {
  if (fields.has(name)) throw createNotificationRefusal("malformed", "A field is repeated.");
  if (fields.size >= fieldLimit || name.length > nameLimit)
    throw createNotificationRefusal(
      "malformed",
      "The body has too many fields, or the name of a field is too long.",
    );
  if (/[[\]]/.test(name)) throw createNotificationRefusal("malformed", "A field has a bracketed name.");
  if (!isText(name) || !isText(value))
    throw createNotificationRefusal(
      "malformed",
      "A field contains invalid text: a NUL character or half a surrogate pair.",
    );
  fields.set(name, value);
}

/** Neither can be stored everywhere, and no honest sender has them. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const plain = /^[\x20-\x24\x26-\x2A\x2C-\x7E]*$/;

function decodePart(part: string): string {
  if (plain.test(part)) return part;
  const bytes = Buffer.from(
    part
      .replace(/\+/g, " ")
      .replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  try {
    return utf8.decode(bytes);
  } catch {
    throw createNotificationRefusal("malformed", "The body is not UTF-8.");
  }
}
