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
export function requestSign(form: ReadonlyMap<string, string>, key: string): string {
  const pairs = signedRequestFields.map((name) => [name, form.get(name) ?? ""] as const);
  return digest(
    pairs.filter(([, value]) => value !== ""),
    key,
  );
}

/** NSIG-RECEIVED: every field but `sign` and `attach`; values that PHP calls empty ("" and "0") are left out. */
export function notificationSign(fields: ReadonlyMap<string, string>, key: string): string {
  const pairs = [...fields]
    .filter(([name, value]) => name !== "sign" && name !== "attach" && value !== "" && value !== "0")
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return digest(pairs, key);
}

export function sameSign(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function digest(pairs: readonly (readonly [string, string])[], key: string): string {
  const text = [...pairs, ["key", key] as const].map(([name, value]) => `${name}=${value}`).join("&");
  return createHash("md5").update(text, "utf8").digest("hex").toUpperCase();
}
