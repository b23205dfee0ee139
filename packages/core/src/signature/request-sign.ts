import type { Secret } from "../secret.ts";
import { digest } from "./digest.ts";
import { type Field, sortedSigningText } from "./signing-text.ts";

/** The seven request fields that are signed (SIG-FIELDS), in the order in which they are (SIG-ORDER); all others are not. */
export const signedRequestFields = [
  "pay_amount",
  "pay_applydate",
  "pay_bankcode",
  "pay_callbackurl",
  "pay_memberid",
  "pay_notifyurl",
  "pay_orderid",
] as const;

const places: ReadonlyMap<string, number> = new Map(signedRequestFields.map((name, place) => [name, place]));

/** `pay_md5sign` for these request fields. Fields that are not signed may be among them and do not matter. */
export function signRequest(fields: Iterable<Field>, key: Secret): string {
  const signed: Field[] = signedRequestFields.map((name) => [name, ""]);
  for (const field of fields) {
    const place = places.get(field[0]);
    if (place !== undefined) signed[place] = field;
  }
  return digest(sortedSigningText(signed, key));
}
