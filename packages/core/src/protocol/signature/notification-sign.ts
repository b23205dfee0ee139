import type { Secret } from "../../secret.ts";
import { equalsInConstantTime, md5Digest } from "./md5-digest.ts";
import { type FormField, signingTextOfSortedFields, sortFieldsByName } from "./signing-text.ts";

/**
 * The possible signature rules of a notification. The specification does not define one. Each rule needs the key, so
 * accepting several permits no forgery (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-NINE).
 */
export const signRules = [
  "received",
  "received-attach",
  "received-zero",
  "received-attach-zero",
  "nine",
] as const;
export type SignRule = (typeof signRules)[number];

/** The rules that are tried unless a merchant chooses others: all but the one that leaves a subscription's fields unsigned. */
export const defaultSignRules = [
  "received",
  "received-attach",
  "received-zero",
  "received-attach-zero",
] as const satisfies readonly SignRule[];

/**
 * How many of the deciding fields a rule signs, from the weakest to the strongest: 1 only the nine fields, 2 all
 * received fields except those with the value `0`, 3 all received fields. `attach` decides nothing, so signing it adds
 * no strength (NSIG-WEAKER).
 */
export const signStrengths = [1, 2, 3] as const;
export type SignStrength = (typeof signStrengths)[number];

export const signStrengthByRule: Readonly<Record<SignRule, SignStrength>> = {
  nine: 1,
  received: 2,
  "received-attach": 2,
  "received-zero": 3,
  "received-attach-zero": 3,
};

const nineFields: ReadonlySet<string> = new Set([
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
const ruleSignsField: Record<SignRule, (name: string, value: string) => boolean> = {
  received: (name, value) => name !== "attach" && value !== "0",
  "received-attach": (_name, value) => value !== "0",
  "received-zero": (name) => name !== "attach",
  "received-attach-zero": () => true,
  nine: (name) => nineFields.has(name),
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
      /** The strengths of the weakest and of the strongest rule that this sign matches, whether they are allowed or not. */
      readonly strength: { readonly atLeast: SignStrength; readonly atMost: SignStrength };
    }
  | { readonly verified: false; readonly reason: "missing" | "malformed" | "mismatch" };

/**
 * Verifies the `sign` of a notification's decoded fields. Never throws. `signed` names the fields that the matching rule
 * covers: only those are authenticated by the key.
 */
export function verifyNotificationSign(
  fields: ReadonlyMap<string, string>,
  keys: KeyRing,
  rules: readonly SignRule[] = defaultSignRules,
): SignVerdict {
  const sign = fields.get("sign") ?? "";
  if (sign === "") return { verified: false, reason: "missing" };
  if (!/^[0-9A-F]{32}$/.test(sign)) return { verified: false, reason: "malformed" };
  const sorted = sortFieldsByName(fields);
  for (const key of [keys.current, ...keys.previous]) {
    const matching = rulesMatching(sorted, sign, key);
    const rule = rules.find((each) => matching.includes(each));
    if (rule === undefined) continue;
    const strengths = matching.map((each) => signStrengthByRule[each]);
    return {
      verified: true,
      rule,
      key: key === keys.current ? "current" : "previous",
      signed: new Set(fieldsSignedBy(rule, sorted).map(([name]) => name)),
      strength: {
        atLeast: Math.min(...strengths) as SignStrength,
        atMost: Math.max(...strengths) as SignStrength,
      },
    };
  }
  return { verified: false, reason: "mismatch" };
}

/** All rules that make this sign with the key: of one message several rules may make the same text. */
function rulesMatching(sorted: readonly FormField[], sign: string, key: Secret): SignRule[] {
  const known = new Map<string, boolean>();
  return signRules.filter((rule) => {
    const text = signingTextOfSortedFields(fieldsSignedBy(rule, sorted), key);
    const matches = known.get(text) ?? equalsInConstantTime(md5Digest(text), sign);
    known.set(text, matches);
    return matches;
  });
}

/**
 * Returns the `sign` that a gateway sends with these fields of a notification: 32 upper-case hexadecimal characters. A
 * `sign` among the fields is ignored.
 */
export function computeNotificationSign(
  fields: ReadonlyMap<string, string>,
  key: Secret,
  rule: SignRule = "received",
): string {
  return md5Digest(signingTextOfSortedFields(fieldsSignedBy(rule, sortFieldsByName(fields)), key));
}

function fieldsSignedBy(rule: SignRule, sorted: readonly FormField[]): FormField[] {
  return sorted.filter(
    ([name, value]) => name !== "sign" && value !== "" && ruleSignsField[rule](name, value),
  );
}
