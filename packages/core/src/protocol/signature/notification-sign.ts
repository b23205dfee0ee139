import type { Secret } from "../../secret.ts";
import { type MessageType, messageTypeRules } from "../messages/message-types.ts";
import { equalsInConstantTime, md5Digest } from "./md5-digest.ts";
import { type FormField, signingTextOfSortedFields, sortFieldsByName } from "./signing-text.ts";

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
const fieldsOfType = new Map(
  Object.entries(messageTypeRules).map(([type, { fields }]) => [type, new Set<string>(fields)] as const),
);

/** Whether the rule puts this field, which is not empty, into the signing text. */
function signs(rule: SignRule, type: MessageType, [name, value]: FormField): boolean {
  const { names, attach, zero } = ruleContents[rule];
  if (name === "attach") return attach && (zero || value !== "0");
  if (!zero && value === "0") return false;
  if (names === "received") return true;
  return names === "nine" ? nineFields.has(name) : fieldsOfType.get(type)?.has(name) === true;
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
  if (!/^[0-9A-Fa-f]{32}$/.test(received)) return { verified: false, reason: "malformed" };
  const message = {
    type,
    signable: signableFields(bytes ?? fields),
    encoding: bytes && ("latin1" as const),
    sign: received.toUpperCase(),
  };
  for (const key of [keys.current, ...keys.previous]) {
    const rule = findMatchingRule(message, key, rules);
    if (rule === undefined) continue;
    const signed = message.signable.filter((field) => signs(rule, type, field));
    return {
      verified: true,
      rule,
      key: key === keys.current ? "current" : "previous",
      signed: new Set(signed.map(([name]) => name)),
      strength: strengthRange(rule, message),
    };
  }
  return { verified: false, reason: "mismatch" };
}

interface SignedMessage {
  readonly type: MessageType;
  /** Sorted, without empty ones and without `sign`. */
  readonly signable: readonly FormField[];
  readonly encoding: "latin1" | undefined;
  readonly sign: string;
}

function findMatchingRule(
  { type, signable, encoding, sign }: SignedMessage,
  key: Secret,
  rules: readonly SignRule[],
): SignRule | undefined {
  const tried = new Set<string>();
  return rules.find((rule) => {
    const text = signingTextOfSortedFields(
      signable.filter((field) => signs(rule, type, field)),
      key,
    );
    if (tried.has(text)) return false;
    tried.add(text);
    return equalsInConstantTime(md5Digest(text, encoding), sign);
  });
}

/** Several rules can make the same text. They do if they sign the same of these fields, so nothing is hashed again. */
function strengthRange(matching: SignRule, { type, signable }: SignedMessage) {
  const strengths = signRules
    .filter((rule) => signable.every((field) => signs(rule, type, field) === signs(matching, type, field)))
    .map((rule) => ruleContents[rule].strength);
  return {
    atLeast: Math.min(...strengths) as SignStrength,
    atMost: Math.max(...strengths) as SignStrength,
  };
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
  const signed = signableFields(fields).filter((field) => signs(rule, "notification", field));
  return md5Digest(signingTextOfSortedFields(signed, key));
}

function signableFields(fields: ReadonlyMap<string, string>): FormField[] {
  return sortFieldsByName(fields).filter(([name, value]) => name !== "sign" && value !== "");
}
