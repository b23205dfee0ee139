import type { Secret } from "../secret.ts";
import { digest } from "./digest.ts";
import { type Field, signingText } from "./signing-text.ts";

/** The seven request fields that are signed (SIG-FIELDS); all others are not. */
export const signedRequestFields: ReadonlySet<string> = new Set([
  "pay_memberid",
  "pay_orderid",
  "pay_applydate",
  "pay_bankcode",
  "pay_notifyurl",
  "pay_callbackurl",
  "pay_amount",
]);

/** `pay_md5sign` for these request fields. Fields that are not signed may be among them and do not matter. */
export function signRequest(fields: Iterable<Field>, key: Secret): string {
  const signed: Field[] = [];
  for (const field of fields) if (signedRequestFields.has(field[0])) signed.push(field);
  return digest(signingText(signed, key));
}
