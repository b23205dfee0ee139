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

function selectSignedPairs(form: ReadonlyMap<string, string>): readonly FieldPair[] {
  return signedRequestFields
    .map((name): FieldPair => [name, form.get(name) ?? ""])
    .filter(([, value]) => value !== "");
}

/** The rule for the signed fields of a notification. Gateways differ. */
export type NotificationSignRule = "all_but_attach" | "with_attach" | "nine_fields";

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

/**
 * Returns the sign of a notification: over every field except `sign` and `attach`, or as the rule says. Values that PHP
 * considers empty ("" and "0") are left out (NSIG-RECEIVED).
 */
export function computeNotificationSign(
  fields: ReadonlyMap<string, string>,
  key: string,
  rule: NotificationSignRule = "all_but_attach",
): string {
  const pairs = [...fields]
    .filter(([name, value]) => isSignedField(name, rule) && value !== "" && value !== "0")
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return md5Digest(pairs, key);
}

function isSignedField(name: string, rule: NotificationSignRule): boolean {
  switch (rule) {
    case "all_but_attach":
      return name !== "sign" && name !== "attach";
    case "with_attach":
      return name !== "sign";
    case "nine_fields":
      return nineFields.has(name);
  }
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
