import { lazily } from "../../lazily.ts";
import type { Secret } from "../../secret.ts";
import { type MessageType, messageTypeRules, messageTypes } from "../messages/message-types.ts";
import { equalsInConstantTime, md5Digest, sortNames, withKey } from "./request-sign.ts";

/**
 * The possible signature rules of a message. The specification does not define one. Each rule needs the key, so
 * accepting several permits no forgery (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE).
 */
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

/** The rules that are tried unless a merchant chooses others: all but the one that leaves a subscription's fields unsigned. */
export const defaultSignRules: readonly SignRule[] = signRules.filter((rule) => rule !== "nine");

/**
 * How many of the deciding fields a rule signs, from the weakest to the strongest: 1 only the nine fields, 2 all
 * deciding fields except those with the value `0`, 3 all deciding fields. `attach` and fields that the protocol does not
 * know decide nothing, so signing them adds no strength (NSIG-WEAKER).
 */
export const signStrengths = [1, 2, 3] as const;
export type SignStrength = (typeof signStrengths)[number];

interface RuleContent {
  readonly names: "received" | "fields" | "nine";
  readonly attach: boolean;
  /** Whether the value `0` is signed. PHP considers it empty. */
  readonly zero: boolean;
  readonly strength: SignStrength;
}

const ruleContents: Readonly<Record<SignRule, RuleContent>> = {
  received: { names: "received", attach: false, zero: false, strength: 2 },
  "received-attach": { names: "received", attach: true, zero: false, strength: 2 },
  "received-zero": { names: "received", attach: false, zero: true, strength: 3 },
  "received-attach-zero": { names: "received", attach: true, zero: true, strength: 3 },
  fields: { names: "fields", attach: false, zero: false, strength: 2 },
  "fields-attach": { names: "fields", attach: true, zero: false, strength: 2 },
  "fields-zero": { names: "fields", attach: false, zero: true, strength: 3 },
  "fields-attach-zero": { names: "fields", attach: true, zero: true, strength: 3 },
  nine: { names: "nine", attach: true, zero: true, strength: 1 },
};

/** Returns the strength of the strongest of these rules. */
export function greatestStrength(rules: readonly SignRule[]): SignStrength {
  return Math.max(...rules.map((rule) => ruleContents[rule].strength)) as SignStrength;
}

const nineFields: ReadonlySet<string> = new Set([
  "memberid",
  "orderid",
  "amount",
  "true_amount",
  "currency",
  "transaction_id",
  "returncode",
  "datetime",
]);

/** Whether the rule puts this field, which has the value `0` or another, into the signing text. */
function signs(rule: SignRule, type: MessageType, { name, isZero }: { name: string; isZero: boolean }) {
  const { names, attach, zero } = ruleContents[rule];
  if (isZero && !zero) return false;
  if (name === "attach") return attach;
  if (names === "nine") return nineFields.has(name);
  return names === "received" || messageTypeRules[type].fields.includes(name);
}

/** Rules as bits, in the order of `signRules`. */
type RuleBits = number;
const allRules: RuleBits = (1 << signRules.length) - 1;

/** The rules that sign a field of one name: with the value `0`, and with any other. */
interface RulesOfName {
  readonly zero: RuleBits;
  readonly other: RuleBits;
}

function rulesOfName(type: MessageType, name: string): RulesOfName {
  const bits = (isZero: boolean) =>
    signRules.reduce((all, rule) => (signs(rule, type, { name, isZero }) ? all | ruleBit(rule) : all), 0);
  return { zero: bits(true), other: bits(false) };
}

/** Of each type, the names that the rules distinguish. Calculated once, because each message needs it for each field. */
const rulesByName = lazily(
  () =>
    new Map(
      messageTypes.map((type) => [
        type,
        new Map(
          ["attach", ...nineFields, ...messageTypeRules[type].fields].map((name) => [
            name,
            rulesOfName(type, name),
          ]),
        ),
      ]),
    ),
);
const rulesOfOtherNames = lazily(() => rulesOfName("notification", ""));

const ruleBit = (rule: SignRule): RuleBits => 1 << signRules.indexOf(rule);

/** By strength: the rules that have it. */
const rulesOfStrength = signStrengths.map((strength) =>
  signRules.reduce((all, rule) => (ruleContents[rule].strength === strength ? all | ruleBit(rule) : all), 0),
);

/** The fields of a message, before a rule selects some of them. */
interface UnselectedFields {
  readonly type: MessageType;
  readonly fields: ReadonlyMap<string, string>;
  /** Of the fields, sorted. */
  readonly names: readonly string[];
}

/** What a rule signs of a message. */
interface RuleSelection {
  readonly signed: readonly string[];
  /** `name=value&` of each signed field, in their order. */
  readonly text: string;
  /** All rules that sign the same of these fields: they make the same text. */
  readonly same: RuleBits;
}

function selectSignedFields({ type, fields, names }: UnselectedFields, rule: RuleBits): RuleSelection {
  const known = rulesByName().get(type);
  const signed: string[] = [];
  let text = "";
  let same = allRules;
  for (const name of names) {
    const value = fields.get(name);
    if (!value || name === "sign") continue;
    const { zero, other } = known?.get(name) ?? rulesOfOtherNames();
    const signing = value === "0" ? zero : other;
    if ((signing & rule) === 0) same &= ~signing;
    else {
      same &= signing;
      signed.push(name);
      text += `${name}=${value}&`;
    }
  }
  return { signed, text, same };
}

/** Keys of one merchant: the one that signs now and the ones it replaced (KEY-ROTATION). */
export interface KeyRing {
  readonly current: Secret;
  readonly previous: readonly Secret[];
}

/** What can have signed a message: the keys of a merchant, and the rules that the shop allows. */
export interface AllowedSigns {
  readonly keys: KeyRing;
  /** Default: `defaultSignRules`. */
  readonly rules?: readonly SignRule[];
}

/** The fields of a message, read in one charset. */
export interface MessageFields {
  readonly fields: ReadonlyMap<string, string>;
  /** The same as they were sent, one character for each byte: the sender signed these bytes. Default: the texts in UTF-8 are signed. */
  readonly bytes?: ReadonlyMap<string, string>;
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
 * Verifies the `sign` of a message's decoded fields. Never throws. `signed` names the fields that the matching rule
 * covers: only those are authenticated by the key.
 */
export function verifySign(
  type: MessageType,
  { fields, bytes }: MessageFields,
  { keys, rules = defaultSignRules }: AllowedSigns,
): SignVerdict {
  const received = fields.get("sign") ?? "";
  if (received === "") return { verified: false, reason: "missing" };
  if (received.length !== 32) return { verified: false, reason: "malformed" };
  const texts = bytes ?? fields;
  const names = sortNames(texts.keys());
  const encoding = bytes && ("latin1" as const);
  const message = { type, fields: texts, names, encoding, sign: received.toUpperCase() };
  const matching = findMatchingRule(message, keys.current, rules);
  if (matching !== undefined) return { verified: true, key: "current", ...matching };
  for (const key of keys.previous) {
    const earlier = findMatchingRule(message, key, rules);
    if (earlier !== undefined) return { verified: true, key: "previous", ...earlier };
  }
  return { verified: false, reason: /^[0-9A-Fa-f]*$/.test(received) ? "mismatch" : "malformed" };
}

interface SignedMessage extends UnselectedFields {
  readonly encoding: "latin1" | undefined;
  readonly sign: string;
}

function findMatchingRule(message: SignedMessage, key: Secret, rules: readonly SignRule[]) {
  const { encoding, sign } = message;
  let tried: RuleBits = 0;
  for (const rule of rules) {
    const bit = ruleBit(rule);
    if ((tried & bit) !== 0) continue;
    const { signed, text, same } = selectSignedFields(message, bit);
    tried |= same;
    if (equalsInConstantTime(md5Digest(withKey(text, key), encoding), sign))
      return { rule, signed: new Set(signed), strength: strengthsOf(same) };
  }
  return undefined;
}

/** Several rules can make the same text. Which ones follows from the fields that they sign, so nothing is hashed again. */
function strengthsOf(rules: RuleBits) {
  const [weakest = 0, middle = 0, strongest = 0] = rulesOfStrength;
  const isMiddle = (rules & middle) !== 0;
  const atLeast: SignStrength = isMiddle ? 2 : 3;
  const atMost: SignStrength = isMiddle ? 2 : 1;
  return {
    atLeast: (rules & weakest) !== 0 ? 1 : atLeast,
    atMost: (rules & strongest) !== 0 ? 3 : atMost,
  } as const;
}

/**
 * Returns the `sign` that a gateway sends with these fields of a message: 32 upper-case hexadecimal characters. A
 * `sign` among the fields is ignored.
 */
export function computeNotificationSign(
  fields: ReadonlyMap<string, string>,
  key: Secret,
  rule: SignRule = "received",
): string {
  const message = { type: "notification", fields, names: sortNames(fields.keys()) } as const;
  return md5Digest(withKey(selectSignedFields(message, ruleBit(rule)).text, key));
}
