import { createHash } from "node:crypto";

/** The notification signature, written from docs/reference/protocol.md (NSIG-RECEIVED to NSIG-NINE). */
export const signRules = [
  "received",
  "received-attach",
  "received-zero",
  "received-attach-zero",
  "nine",
] as const;
export type SignRule = (typeof signRules)[number];

export type Field = readonly [name: string, value: string];

const nineNames =
  "memberid orderid amount true_amount currency transaction_id returncode datetime attach".split(" ");

function isSigned(rule: SignRule, [name, value]: Field): boolean {
  if (name === "sign" || value === "") return false;
  if (rule === "nine") return nineNames.includes(name);
  if (name === "attach" && !rule.includes("attach")) return false;
  return value !== "0" || rule.endsWith("zero");
}

/** The `sign` value that the gateway sends with these fields. */
export function signNotification(fields: readonly Field[], key: string, rule: SignRule): string {
  const pairs = fields
    .filter((field) => isSigned(rule, field))
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => `${name}=${value}`);
  const text = [...pairs, `key=${key}`].join("&");
  return createHash("md5").update(text, "utf8").digest("hex").toUpperCase();
}
