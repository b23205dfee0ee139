import type { MessageType } from "@pay-index/core/protocol";

/** Where a verified message differs from the specification, with the rule by which the shop takes it nevertheless. */
export interface MessageDeviation {
  readonly rule: "NSIG-CASE" | "NOT-CURRENCY" | "NOT-MSG" | "NSIG-FIELDS";
  readonly says: string;
}

/** A verified message, by its fields. */
interface VerifiedFields {
  readonly type: MessageType;
  readonly fields: ReadonlyMap<string, string>;
  readonly signed: ReadonlySet<string>;
}

/** These types report money. The others name no currency. */
const reportsMoney: ReadonlySet<MessageType> = new Set(["notification", "query-reply", "refund-query-reply"]);

/** Fields that the specification leaves unsigned, and the text of a failure. */
const usuallyUnsigned: ReadonlySet<string> = new Set(["sign", "attach", "msg"]);

/** Returns what a verified message does otherwise than the specification says, and what the shop makes of it. */
export function findMessageDeviations({ type, fields, signed }: VerifiedFields): readonly MessageDeviation[] {
  const found: MessageDeviation[] = [];
  if (/[a-f]/.test(fields.get("sign") ?? ""))
    found.push({ rule: "NSIG-CASE", says: "The sign has lower-case letters, which mean the same." });
  if (reportsMoney.has(type) && !["currency", "true_currency"].some((name) => signed.has(name)))
    found.push({ rule: "NOT-CURRENCY", says: "It names no currency. Its amounts are in that of the sale." });
  if ((fields.get("msg") ?? "") !== "" && !signed.has("msg"))
    found.push({
      rule: "NOT-MSG",
      says: "The sign does not cover msg. Staff read it, and it decides nothing.",
    });
  const ignored = [...fields]
    .filter(([name, value]) => value !== "" && !signed.has(name) && !usuallyUnsigned.has(name))
    .map(([name]) => name);
  if (ignored.length > 0)
    found.push({ rule: "NSIG-FIELDS", says: `The sign does not cover ${ignored.join(", ")}.` });
  return found;
}
