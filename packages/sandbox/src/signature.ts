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
  "nine_fields",
] as const;

export type NotificationSignRule = (typeof notificationSignRules)[number];

const nineFields = new Set([
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

/** Whether a rule signs a field with a value. A total map: a rule without an entry does not compile. */
const isSignedByRule: Readonly<Record<NotificationSignRule, (name: string, value: string) => boolean>> = {
  all_but_attach: (name, value) => name !== "attach" && value !== "0",
  with_attach: (_name, value) => value !== "0",
  with_zero: (name) => name !== "attach",
  with_attach_and_zero: () => true,
  nine_fields: (name) => nineFields.has(name),
};

/**
 * Returns the sign of a notification: over every field except `sign` and `attach`, or as the rule says. Empty values
 * are left out. The first two rules also leave out the value `0`, which PHP considers empty (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-NINE).
 */
export function computeNotificationSign(
  fields: ReadonlyMap<string, string>,
  key: string,
  rule: NotificationSignRule = "all_but_attach",
): string {
  return md5Digest(selectNotificationPairs(fields, rule), key);
}

/** Returns the signed text of a notification without its key. */
export function buildMaskedNotificationText(
  fields: ReadonlyMap<string, string>,
  rule: NotificationSignRule,
): string {
  return buildSigningText(selectNotificationPairs(fields, rule), "***");
}

/** Returns the pairs that a rule signs, sorted by name. */
export function selectNotificationPairs(
  fields: ReadonlyMap<string, string>,
  rule: NotificationSignRule,
): readonly FieldPair[] {
  return [...fields]
    .filter(([name, value]) => name !== "sign" && value !== "" && isSignedByRule[rule](name, value))
    .sort(([left], [right]) => (left < right ? -1 : 1));
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
