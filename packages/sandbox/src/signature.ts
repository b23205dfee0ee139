import { createHash, timingSafeEqual } from "node:crypto";

/** The seven signed fields of a sale, sorted by name (SIG-FIELDS). */
const signedRequestFields = [
  "pay_amount",
  "pay_applydate",
  "pay_bankcode",
  "pay_callbackurl",
  "pay_memberid",
  "pay_notifyurl",
  "pay_orderid",
] as const;

/** Returns the sign of a sale: 32 upper-case hexadecimal characters (SIG-DIGEST). */
export function computeRequestSign(form: ReadonlyMap<string, string>, key: string): string {
  return md5Digest(selectSignedPairs(form), key);
}

/** Returns the signed text of a sale without its key. */
export function buildMaskedSigningText(form: ReadonlyMap<string, string>): string {
  return buildSigningText(selectSignedPairs(form), "***");
}

/** Returns the sign of a call: over these fields, as far as they are not empty (OPS-SIGN). */
export function computeOperationSign(
  form: ReadonlyMap<string, string>,
  signedFields: readonly string[],
  key: string,
): string {
  const pairs = [...signedFields]
    .sort()
    .map((name): FieldPair => [name, form.get(name) ?? ""])
    .filter(([, value]) => value !== "");
  return md5Digest(pairs, key);
}

function selectSignedPairs(form: ReadonlyMap<string, string>): readonly FieldPair[] {
  return signedRequestFields
    .map((name): FieldPair => [name, form.get(name) ?? ""])
    .filter(([, value]) => value !== "");
}

/**
 * The rules for the signed fields of a notification. Gateways differ. The order is that in which the inspector tries
 * them.
 */
export const notificationSignRules = [
  "all_but_attach",
  "with_attach",
  "with_zero",
  "with_attach_and_zero",
  "protocol_fields",
  "protocol_fields_with_attach",
  "protocol_fields_with_zero",
  "protocol_fields_with_attach_and_zero",
  "nine_fields",
] as const;

export type NotificationSignRule = (typeof notificationSignRules)[number];

const moneyAndResultFields = [
  "memberid",
  "orderid",
  "amount",
  "true_amount",
  "currency",
  "transaction_id",
  "returncode",
  "datetime",
];
const nineFields: ReadonlySet<string> = new Set(moneyAndResultFields);
const protocolFields: ReadonlySet<string> = new Set([
  ...moneyAndResultFields,
  "enabled",
  "payment_transaction_id",
  "payment_period_count",
]);

interface RuleContent {
  /** The signed fields besides `attach`. */
  readonly names: "received" | "protocol" | "nine";
  readonly attach: boolean;
  /** Whether the value `0` is signed. PHP considers it empty. */
  readonly zero: boolean;
}

/** A total map: a rule without an entry does not compile. */
const ruleContents: Readonly<Record<NotificationSignRule, RuleContent>> = {
  all_but_attach: { names: "received", attach: false, zero: false },
  with_attach: { names: "received", attach: true, zero: false },
  with_zero: { names: "received", attach: false, zero: true },
  with_attach_and_zero: { names: "received", attach: true, zero: true },
  protocol_fields: { names: "protocol", attach: false, zero: false },
  protocol_fields_with_attach: { names: "protocol", attach: true, zero: false },
  protocol_fields_with_zero: { names: "protocol", attach: false, zero: true },
  protocol_fields_with_attach_and_zero: { names: "protocol", attach: true, zero: true },
  nine_fields: { names: "nine", attach: true, zero: true },
};

/** Whether a rule signs this field. No rule signs the sign and empty values. */
export function isSignedByRule(rule: NotificationSignRule, name: string, value: string): boolean {
  const { names, attach, zero } = ruleContents[rule];
  if (name === "sign" || value === "" || (value === "0" && !zero)) return false;
  if (name === "attach") return attach;
  if (names === "received") return true;
  return (names === "nine" ? nineFields : protocolFields).has(name);
}

/**
 * Returns the sign of a notification: over every field except `sign` and `attach`, or as the rule says. Empty values
 * are left out (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE).
 */
export function computeNotificationSign(
  fields: ReadonlyMap<string, string>,
  key: string,
  rule: NotificationSignRule = "all_but_attach",
): string {
  const signed = [...fields]
    .filter(([name, value]) => isSignedByRule(rule, name, value))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return md5Digest(signed, key);
}

export function isSameSign(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type FieldPair = readonly [name: string, value: string];

function md5Digest(pairs: readonly FieldPair[], key: string): string {
  return createHash("md5").update(buildSigningText(pairs, key), "utf8").digest("hex").toUpperCase();
}

function buildSigningText(pairs: readonly FieldPair[], key: string): string {
  return [...pairs, ["key", key] as const].map(([name, value]) => `${name}=${value}`).join("&");
}
