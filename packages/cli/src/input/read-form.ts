import { readFile } from "node:fs/promises";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { decodeNotificationBody, NotificationRefusal } from "@pay-index/core/protocol";
import { CommandError } from "../command-error.ts";

/** What a form is: a request of the shop, or a message of the gateway, which is mostly a notification. */
export type FormKind = "request" | "notification";

/** A decoded form. */
export interface DecodedForm {
  readonly kind: FormKind;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Reads a form from a file, or from stdin without a file: a body as a shop reads it (NOT-ENCODING), or lines of `name=value`.
 *
 * @throws CommandError `input_unreadable`
 */
export async function readForm(file: string | undefined): Promise<DecodedForm> {
  const fields = decodeFields(await readBytes(file));
  if (fields.has("key"))
    throw unreadable(
      "It has the field key. That is the signed text, not the form. Remove key, and never send it to anybody.",
    );
  if (fields.has("pay_memberid")) return { kind: "request", fields };
  if (fields.has("memberid")) return { kind: "notification", fields };
  throw unreadable(
    "It has neither pay_memberid, which every request has, nor memberid, which every signed message of a gateway has. An answer to a sale is not signed.",
  );
}

async function readBytes(file: string | undefined): Promise<Buffer> {
  if (file === undefined || file === "-") {
    if (process.stdin.isTTY) throw unreadable("Name a file, or send the form to stdin.");
    return buffer(process.stdin);
  }
  try {
    return await readFile(file);
  } catch {
    // The argument can be a key that was written in the wrong place.
    throw unreadable("There is no readable file of this name.");
  }
}

function decodeFields(bytes: Buffer): ReadonlyMap<string, string> {
  try {
    return decodeNotificationBody({ kind: "raw", bytes: toBody(bytes), contentType: undefined });
  } catch (error) {
    if (error instanceof NotificationRefusal) throw unreadable(error.message);
    throw error;
  }
}

/** The start of JSON or multipart, behind a byte order mark. Each character is one byte. */
const otherFormat = /^(?:\xEF\xBB\xBF)?\s*(?:["{]|--)/;

/** An editor ends a file with a line break, which is no part of the body. Lines of `name=value` become a form, without a change of bytes. */
function toBody(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1").replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, "");
  const lines = text.split(/[\r\n]+/);
  const isForm = otherFormat.test(text) || lines.length === 1;
  return Buffer.from(isForm ? text : lines.map(escapeLine).join("&"), "latin1");
}

function escapeLine(line: string): string {
  return line.replace(/[%&+]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

function unreadable(reason: string): CommandError {
  return new CommandError(
    "input_unreadable",
    `The form cannot be read. ${reason} Pass the body as it was sent, a JSON object, or one name=value per line.`,
    2,
  );
}
