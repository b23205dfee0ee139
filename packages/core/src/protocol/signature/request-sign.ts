import { hash, timingSafeEqual } from "node:crypto";
import { revealSecret, type Secret } from "../../secret.ts";
import { knownFieldNames } from "../messages/message-types.ts";

/** The seven request fields that are signed (SIG-FIELDS), in the order in which they are (SIG-ORDER); all others are not. */
export const signedRequestFields = [
  "pay_amount",
  "pay_applydate",
  "pay_bankcode",
  "pay_callbackurl",
  "pay_memberid",
  "pay_notifyurl",
  "pay_orderid",
] as const;

const signedFieldPositions: ReadonlyMap<string, number> = new Map(
  signedRequestFields.map((name, place) => [name, place]),
);

/** `pay_md5sign` for these request fields. Fields that are not signed may be among them and do not matter. */
export function signRequest(fields: Iterable<FormField>, key: Secret): string {
  const signed: string[] = [];
  for (const [name, value] of fields) {
    const place = signedFieldPositions.get(name);
    if (place !== undefined) signed[place] = value === "" ? "" : `${name}=${value}&`;
  }
  return md5Digest(withKey(signed.join(""), key));
}

export type FormField = readonly [name: string, value: string];

/**
 * The text that is hashed (SIG-ORDER, SIG-EMPTY, SIG-KEY): `name=value` pairs sorted by the bytes of the name, empty values
 * left out, the key last. Values are raw: nothing is escaped, so a value with `&` could read as two fields, and requests
 * refuse those.
 */
export function signingText(fields: Iterable<FormField>, key: Secret): string {
  let text = "";
  for (const [name, value] of [...fields].sort(([a], [b]) => compareBytes(a, b))) {
    if (value !== "") text += `${name}=${value}&`;
  }
  return withKey(text, key);
}

/** Ends a signing text with the key. */
export function withKey(text: string, key: Secret): string {
  return `${text}key=${revealSecret(key)}`;
}

/**
 * Sorts the names of a message by their bytes. Known names are ASCII, and compare as text in the same order. There are few, mostly in
 * order, so inserting each is faster than the engine's own sort.
 */
export function sortNames(names: Iterable<string>): string[] {
  const sorted: string[] = [];
  let isPlain = true;
  for (const name of names) {
    isPlain &&= knownFieldNames.has(name) || /^\w*$/.test(name);
    let at = sorted.length;
    for (; at > 0 && (sorted[at - 1] ?? "") > name; at--) sorted[at] = sorted[at - 1] ?? "";
    sorted[at] = name;
  }
  return isPlain ? sorted : sorted.sort(compareBytes);
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** MD5 over UTF-8, 32 upper-case hexadecimal characters (SIG-DIGEST). `latin1`: each character of the text is one byte. */
export function md5Digest(text: string, encoding?: "latin1"): string {
  return hash("md5", encoding === undefined ? text : Buffer.from(text, encoding), "hex").toUpperCase();
}

/** Compares in constant time. Different lengths are unequal; lengths are not secret here. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
