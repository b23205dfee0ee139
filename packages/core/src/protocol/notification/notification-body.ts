import type { MessageFields } from "../signature/notification-sign.ts";
import {
  createDecoder,
  type DecodeBytes,
  decodeFields,
  keepBytes,
  narrowBytes,
  possibleCharsets,
  readParsedFields,
} from "./decode-form.ts";
import { createNotificationRefusal, NotificationRefusal, type RefusalCode } from "./notification-refusal.ts";

/**
 * The request's body as the host has it: the raw bytes, the text or the fields of a body parser, or nothing, because other code
 * consumed the stream.
 */
export type NotificationBody =
  | { readonly kind: "raw"; readonly bytes: Uint8Array; readonly contentType: string | undefined }
  /** A body parser has decoded its bytes, not its fields. */
  | { readonly kind: "text"; readonly text: string; readonly contentType: string | undefined }
  | { readonly kind: "parsed"; readonly fields: unknown; readonly contentType: string | undefined }
  /** The body has more bytes than `notificationBodyLimit`, and was not read. */
  | { readonly kind: "large" }
  /** The sender did not complete the body in time. */
  | { readonly kind: "slow" }
  | { readonly kind: "consumed" }
  /** Another part of the host failed on the request before it reached the route. */
  | { readonly kind: "failed"; readonly code: HostFailureCode; readonly message: string };

/** The refusals that a failure of the host can lead to. */
export type HostFailureCode = Extract<RefusalCode, "malformed" | "large" | "charset" | "failure">;

/** The largest body of a notification in bytes. A real notification has less than 2 kB. */
export const notificationBodyLimit = 32_768;

/**
 * Returns the fields of a message as its first reading has them.
 *
 * @throws NotificationRefusal `malformed`, `large` or `slow`; of a `failed` body, its own code
 */
export function decodeNotificationBody(body: NotificationBody): ReadonlyMap<string, string> {
  return readMessage(body)[0].fields;
}

/** The most probable reading is the first. */
type Readings = readonly [MessageFields, ...MessageFields[]];

/**
 * Returns the possible readings of a message: one, if it is ASCII. Otherwise one for each charset in which it can be written, because the
 * signature tells which was meant (NOT-CHARSET).
 *
 * @throws NotificationRefusal as `decodeNotificationBody`
 */
export function readMessage(body: NotificationBody): Readings {
  switch (body.kind) {
    case "consumed":
      throw createNotificationRefusal(
        "malformed",
        "Something read the request's body before this route and stored nothing of it. Mount the payment router before other body parsers.",
      );
    case "failed":
      throw createNotificationRefusal(body.code, body.message);
    case "large":
      throw tooLarge();
    case "slow":
      throw createNotificationRefusal("slow", "The sender did not finish the body in time.");
    case "parsed":
      return [{ fields: readParsed(body.fields) }];
    case "text":
      return readBytes(Buffer.from(body.text), body.contentType);
    case "raw":
      return readBytes(body.bytes, body.contentType);
  }
}

function readParsed(parsed: unknown): ReadonlyMap<string, string> {
  if (!isRecord(parsed))
    throw createNotificationRefusal("malformed", "The parsed body is not an object of fields.");
  const fields = readParsedFields(parsed);
  if (sizeOf(fields) > notificationBodyLimit) throw tooLarge();
  return fields;
}

/** A byte that is not ASCII, or the escape of one. */
const mayNeedCharset = /[\x80-\xFF]|%[89A-Fa-f]/;
/** U+FEFF in UTF-8. */
const byteOrderMark = "\xEF\xBB\xBF";

function readBytes(bytes: Uint8Array, contentType: string | undefined): Readings {
  if (bytes.byteLength > notificationBodyLimit) throw tooLarge();
  const whole = narrowBytes(bytes, contentType).toString("latin1");
  const text = whole.startsWith(byteOrderMark) ? whole.slice(byteOrderMark.length) : whole;
  if (!mayNeedCharset.test(text)) return [{ fields: decodeFields(text, keepBytes) }];
  return readInCharsets(text, contentType);
}

function readInCharsets(text: string, contentType: string | undefined): Readings {
  const readings = new Map<string, MessageFields>();
  let refusal: NotificationRefusal | undefined;
  for (const charset of possibleCharsets(contentType)) {
    const fields = tryToDecode(text, () => createDecoder(charset));
    if (fields instanceof Map) readings.set(charset, { fields });
    else refusal ??= fields;
  }
  const [first, ...others] = readings.values();
  // The last charset decodes all bytes, so it refuses what it does not read.
  if (first === undefined) throw refusal;
  // A sender can sign its own bytes. In UTF-8, they are the same as those of the text.
  const bytes = readings.has("utf-8") ? undefined : tryToDecode(text, () => keepBytes);
  const isSigned = bytes instanceof Map && holdsBytes(bytes);
  return isSigned ? [{ fields: first.fields, bytes }, first, ...others] : [first, ...others];
}

/** Only an escape of JSON can be another character. Cut to one byte, it could be the `&` of the signing text. */
function holdsBytes(fields: ReadonlyMap<string, string>): boolean {
  return [...fields].every(([name, value]) => /^[\0-\xFF]*$/.test(name + value));
}

/** Returns undefined if the body is not in this charset, or Node does not know it. */
function tryToDecode(text: string, createDecode: () => DecodeBytes) {
  try {
    return decodeFields(text, createDecode());
  } catch (error) {
    return error instanceof NotificationRefusal ? error : undefined;
  }
}

function tooLarge() {
  return createNotificationRefusal("large", `The body is larger than ${notificationBodyLimit} bytes.`);
}

/** Bytes, at the least, that decoded fields had on the wire. */
function sizeOf(fields: ReadonlyMap<string, string>): number {
  let size = 0;
  for (const [name, value] of fields) size += Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
  return size;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
