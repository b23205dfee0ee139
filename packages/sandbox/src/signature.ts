import { createHash, timingSafeEqual } from "node:crypto";

/** SIG-FIELDS: the seven request fields that are signed, already in ascending order of their names. */
const signedRequestFields = [
  "pay_amount",
  "pay_applydate",
  "pay_bankcode",
  "pay_callbackurl",
  "pay_memberid",
  "pay_notifyurl",
  "pay_orderid",
] as const;

/** SIG-DIGEST for a submission: 32 upper-case hexadecimal characters. */
export function computeRequestSign(form: ReadonlyMap<string, string>, key: string): string {
  return md5Digest(selectSignedPairs(form), key);
}

/** The text that a submission's sign is made of, without its key. */
export function buildMaskedSigningText(form: ReadonlyMap<string, string>): string {
  return buildSigningText(selectSignedPairs(form), "***");
}

function selectSignedPairs(form: ReadonlyMap<string, string>): readonly FieldPair[] {
  return signedRequestFields
    .map((name): FieldPair => [name, form.get(name) ?? ""])
    .filter(([, value]) => value !== "");
}

/** Which fields of a notification are signed: a gateway has one way, and not all have the same. */
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
 * NSIG-RECEIVED: every field but `sign` and `attach`, or as the rule has it; values that PHP calls empty ("" and "0")
 * are left out.
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
