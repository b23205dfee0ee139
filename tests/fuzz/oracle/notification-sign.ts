import { createHash } from "node:crypto";
import { notificationNames } from "./message-types.ts";

/** The notification signature, written from docs/reference/protocol.md (NSIG-RECEIVED to NSIG-NINE). */
export const signRules = [
  "received",
  "received-attach",
  "received-zero",
  "received-attach-zero",
  "fields",
  "fields-attach",
  "fields-zero",
  "fields-attach-zero",
  "nine",
] as const;
export type SignRule = (typeof signRules)[number];

export type Field = readonly [name: string, value: string];

const nineNames =
  "memberid orderid amount true_amount currency transaction_id returncode datetime attach".split(" ");

export function isSigned(rule: SignRule, [name, value]: Field): boolean {
  if (name === "sign" || value === "") return false;
  if (rule === "nine") return nineNames.includes(name);
  if (value === "0" && !rule.endsWith("zero")) return false;
  if (name === "attach") return rule.includes("attach");
  return rule.startsWith("received") || notificationNames.includes(name);
}

/** The `sign` value that the gateway sends with these fields. */
export function signNotification(fields: readonly Field[], key: string, rule: SignRule): string {
  return signPairs(
    fields.filter((field) => isSigned(rule, field)),
    key,
  );
}

/** Signs all of these fields. `latin1`: each character is one byte. */
export function signPairs(
  fields: readonly Field[],
  key: string,
  encoding: "utf8" | "latin1" = "utf8",
): string {
  const pairs = [...fields]
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a, encoding), Buffer.from(b, encoding)))
    .map(([name, value]) => `${name}=${value}`);
  const text = [...pairs, `key=${key}`].join("&");
  return createHash("md5").update(Buffer.from(text, encoding)).digest("hex").toUpperCase();
}
