import type { Secret } from "../../secret.ts";
import { md5Digest } from "./md5-digest.ts";
import { type FormField, withKey } from "./signing-text.ts";

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

const signedFieldPositions: ReadonlyMap<string, number> = new Map(
  signedRequestFields.map((name, place) => [name, place]),
);

/** `pay_md5sign` for these request fields. Fields that are not signed may be among them and do not matter. */
export function signRequest(fields: Iterable<FormField>, key: Secret): string {
  const signed: string[] = signedRequestFields.map(() => "");
  for (const [name, value] of fields) {
    const place = signedFieldPositions.get(name);
    if (place !== undefined) signed[place] = value === "" ? "" : `${name}=${value}&`;
  }
  return md5Digest(withKey(signed.join(""), key));
}
