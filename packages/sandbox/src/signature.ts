import { createHash, timingSafeEqual } from "node:crypto";

/** The seven signed fields of a sale, in the order of the documentation's table (SIG-FIELDS). */
export const signedSaleFields: readonly string[] = [
  "pay_memberid",
  "pay_orderid",
  "pay_applydate",
  "pay_bankcode",
  "pay_notifyurl",
  "pay_callbackurl",
  "pay_amount",
];

/** Returns the sign of a sale: 32 upper-case hexadecimal characters (SIG-DIGEST). */
export function computeRequestSign(form: ReadonlyMap<string, string>, key: string): string {
  return computeOperationSign(form, signedSaleFields, key);
}

/** Returns the signed text of a sale without its key. */
export function buildMaskedSigningText(form: ReadonlyMap<string, string>): string {
  return buildSigningText(selectSignedPairs(form, signedSaleFields), "***");
}

/** Returns the sign of a call: over these fields, as far as they are not empty (OPS-SIGN). */
export function computeOperationSign(
  form: ReadonlyMap<string, string>,
  signedFields: readonly string[],
  key: string,
): string {
  return md5Digest(selectSignedPairs(form, signedFields), key);
}

/** Returns the signed fields that have a value, sorted by name. */
function selectSignedPairs(form: ReadonlyMap<string, string>, signedFields: readonly string[]) {
  return signedFields
    .toSorted()
    .map((name): FieldPair => [name, form.get(name) ?? ""])
    .filter(([, value]) => value !== "");
}

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

/** A rule for the signed fields of a notification. Gateways differ. */
export type NotificationSignRule =
  | "all_but_attach"
  | "with_attach"
  | "with_zero"
  | "with_attach_and_zero"
  | "protocol_fields"
  | "protocol_fields_with_attach"
  | "protocol_fields_with_zero"
  | "protocol_fields_with_attach_and_zero"
  | "nine_fields";

/** The id of a rule about which fields of a notification are signed. */
export type NotificationSignRuleId =
  | "NSIG-RECEIVED"
  | "NSIG-ATTACH"
  | "NSIG-ZERO"
  | "NSIG-FIELDS"
  | "NSIG-NINE";

interface RuleContent {
  readonly id: NotificationSignRuleId;
  /** The signed fields besides `attach`. */
  readonly names: "received" | "protocol" | "nine";
  readonly attach: boolean;
  /** Whether the value `0` is signed. PHP considers it empty. */
  readonly zero: boolean;
}

/** A total map, in the order in which the inspector tries the rules. */
const ruleContents: Readonly<Record<NotificationSignRule, RuleContent>> = {
  all_but_attach: { id: "NSIG-RECEIVED", names: "received", attach: false, zero: false },
  with_attach: { id: "NSIG-ATTACH", names: "received", attach: true, zero: false },
  with_zero: { id: "NSIG-ZERO", names: "received", attach: false, zero: true },
  with_attach_and_zero: { id: "NSIG-ZERO", names: "received", attach: true, zero: true },
  protocol_fields: { id: "NSIG-FIELDS", names: "protocol", attach: false, zero: false },
  protocol_fields_with_attach: { id: "NSIG-FIELDS", names: "protocol", attach: true, zero: false },
  protocol_fields_with_zero: { id: "NSIG-FIELDS", names: "protocol", attach: false, zero: true },
  protocol_fields_with_attach_and_zero: { id: "NSIG-FIELDS", names: "protocol", attach: true, zero: true },
  nine_fields: { id: "NSIG-NINE", names: "nine", attach: true, zero: true },
};

/** The rules with their ids, in the order in which the inspector tries them. */
export const notificationSignRules = (Object.keys(ruleContents) as NotificationSignRule[]).map((name) => ({
  name,
  id: ruleContents[name].id,
}));

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
