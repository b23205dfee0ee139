import { decodeForm, readParsedFields } from "./decode-form.ts";
import { createNotificationRefusal, type RefusalCode } from "./notification-refusal.ts";

/**
 * The request's body as the host has it: the raw bytes, the text or the fields of a body parser, or nothing, because other code
 * consumed the stream.
 */
export type NotificationBody =
  | { readonly kind: "raw"; readonly bytes: Uint8Array; readonly contentType: string | undefined }
  /** The form as a text: a body parser has decoded its bytes, not its fields. */
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

/** @throws NotificationRefusal `malformed`, `large`, `slow` or `charset`; of a `failed` body, its own code */
export function decodeNotificationBody(body: NotificationBody): Map<string, string> {
  if (body.kind === "consumed") {
    throw createNotificationRefusal(
      "malformed",
      "Something read the request's body before this route and stored nothing of it. Mount the payment router before other body parsers.",
    );
  }
  if (body.kind === "failed") throw createNotificationRefusal(body.code, body.message);
  if (body.kind === "large") throw tooLarge();
  if (body.kind === "slow")
    throw createNotificationRefusal("slow", "The sender did not finish the body in time.");
  checkContentType(body.contentType);
  if (body.kind !== "parsed") {
    const bytes = body.kind === "raw" ? body.bytes : Buffer.from(body.text);
    if (bytes.byteLength > notificationBodyLimit) throw tooLarge();
    return decodeForm(bytes);
  }
  if (!isRecord(body.fields))
    throw createNotificationRefusal("malformed", "The parsed body is not an object of fields.");
  const fields = readParsedFields(body.fields);
  if (sizeOf(fields) > notificationBodyLimit) throw tooLarge();
  return fields;
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

/** A missing content type is let through: the fields and their signature decide. */
function checkContentType(contentType: string | undefined): void {
  if (contentType === undefined || contentType.trim() === "") return;
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (type !== "application/x-www-form-urlencoded") {
    throw createNotificationRefusal("charset", "The body is not application/x-www-form-urlencoded.");
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
    throw createNotificationRefusal("charset", "The body is not in UTF-8.");
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
