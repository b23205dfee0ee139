import type { Secret } from "../secret.ts";
import { digest, isSameText } from "./digest.ts";
import { type Field, signingText } from "./signing-text.ts";

/**
 * How a notification may be signed. The specification does not say; each of these needs the key, so accepting several
 * forges nothing (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-NINE).
 */
export const signRules = [
  "received",
  "received-attach",
  "received-zero",
  "received-attach-zero",
  "nine",
] as const;
export type SignRule = (typeof signRules)[number];

const nine: ReadonlySet<string> = new Set([
  "memberid",
  "orderid",
  "amount",
  "true_amount",
  "currency",
  "transaction_id",
  "returncode",
  "datetime",
  "attach",
]);

/** Whether the rule puts this field into the signing text. Total, so that a new rule will not compile without one. */
const signs: Record<SignRule, (name: string, value: string) => boolean> = {
  received: (name, value) => name !== "attach" && value !== "0",
  "received-attach": (_name, value) => value !== "0",
  "received-zero": (name) => name !== "attach",
  "received-attach-zero": () => true,
  nine: (name) => nine.has(name),
};

/** Keys of one merchant: the one that signs now and the ones it replaced (KEY-ROTATION). */
export interface KeyRing {
  readonly current: Secret;
  readonly previous: readonly Secret[];
}

export type SignVerdict =
  | {
      readonly verified: true;
      readonly rule: SignRule;
      readonly key: "current" | "previous";
      readonly signed: ReadonlySet<string>;
    }
  | { readonly verified: false; readonly reason: "missing" | "malformed" | "mismatch" };

/**
 * Verifies the `sign` of a notification's decoded fields. Never throws. `signed` names the fields that the matching rule
 * covers: only those are authenticated by the key.
 */
export function verifyNotificationSign(
  fields: ReadonlyMap<string, string>,
  keys: KeyRing,
  rules: readonly SignRule[] = signRules,
): SignVerdict {
  const sign = fields.get("sign") ?? "";
  if (sign === "") return { verified: false, reason: "missing" };
  if (!/^[0-9A-F]{32}$/.test(sign)) return { verified: false, reason: "malformed" };
  for (const rule of rules) {
    const covered = coveredBy(rule, fields);
    for (const key of [keys.current, ...keys.previous]) {
      if (isSameText(digest(signingText(covered, key)), sign)) {
        return {
          verified: true,
          rule,
          key: key === keys.current ? "current" : "previous",
          signed: new Set(covered.map(([name]) => name)),
        };
      }
    }
  }
  return { verified: false, reason: "mismatch" };
}

function coveredBy(rule: SignRule, fields: ReadonlyMap<string, string>): Field[] {
  const covered: Field[] = [];
  for (const field of fields) {
    const [name, value] = field;
    if (name !== "sign" && value !== "" && signs[rule](name, value)) covered.push(field);
  }
  return covered;
}
