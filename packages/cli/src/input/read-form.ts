import { readFile } from "node:fs/promises";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { decodeNotificationBody, NotificationRefusal } from "@pay-index/core/protocol";
import { CommandError } from "../command-error.ts";
import { readJsonFieldNames } from "./read-json-field-names.ts";

/** What a form is: a request of the shop, or a notification of the gateway. */
export type FormKind = "request" | "notification";

/** A decoded form. */
export interface DecodedForm {
  readonly kind: FormKind;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Reads a form from a file, or from stdin without a file: a form body, a JSON object, or lines of `name=value`.
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
    "It has neither pay_memberid, which every request has, nor memberid, which every notification has.",
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
  const text = bytes.toString("utf8").trim();
  try {
    if (text.startsWith("{")) {
      const fields: unknown = JSON.parse(text);
      refuseRepeatedNames(readJsonFieldNames(text));
      return decode({ kind: "parsed", fields });
    }
    const lines = text.split(/\r?\n/).filter((line) => line !== "");
    if (lines.length > 1) {
      const fields = lines.map(splitLine);
      refuseRepeatedNames(fields.map(([name]) => name));
      return decode({ kind: "parsed", fields: Object.fromEntries(fields) });
    }
    return decode({ kind: "raw", bytes: Buffer.from(text) });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (error instanceof NotificationRefusal) throw unreadable(error.message);
    // The error of JSON.parse quotes the text.
    throw unreadable("It begins with { and is no JSON object.");
  }
}

/** An object has each name once, so a repeated field would be lost. In a body, core refuses it with the same text. */
function refuseRepeatedNames(names: readonly string[]): void {
  if (new Set(names).size < names.length) throw unreadable("A field is repeated.");
}

type Body =
  | { readonly kind: "raw"; readonly bytes: Buffer }
  | { readonly kind: "parsed"; readonly fields: unknown };

function decode(body: Body): ReadonlyMap<string, string> {
  return decodeNotificationBody({ ...body, contentType: undefined });
}

function splitLine(line: string): [name: string, value: string] {
  const at = line.indexOf("=");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

function unreadable(reason: string): CommandError {
  return new CommandError(
    "input_unreadable",
    `The form cannot be read. ${reason} Pass the body as it was sent, a JSON object, or one name=value per line.`,
    2,
  );
}
