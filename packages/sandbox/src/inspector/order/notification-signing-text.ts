import { createHash } from "node:crypto";
import { findMerchant } from "../../merchants.ts";
import { maskedKey } from "../../signature-diagnosis/diagnose-signature.ts";

const nineFields = [
  "memberid",
  "orderid",
  "amount",
  "true_amount",
  "currency",
  "transaction_id",
  "returncode",
  "datetime",
  "attach",
];

/** The possible rules for the signed fields (NSIG-RECEIVED, NSIG-ATTACH, NSIG-NINE). The quirks select one. */
const signRules: readonly ((name: string) => boolean)[] = [
  (name) => name !== "sign" && name !== "attach",
  (name) => name !== "sign",
  (name) => nineFields.includes(name),
];

export interface NotificationSigningText {
  /** The signed text with a masked key. */
  readonly text: string;
  /** The sign of this text with the merchant's key. */
  readonly expected: string;
  /** The sign that was sent. Empty if there was none. */
  readonly sent: string;
}

/**
 * Returns the text that a notification's sign was calculated from. If no rule leads to the sign, returns the text that
 * a shop would sign, and the two signs differ.
 */
export function findSigningText(body: string, merchantId: string): NotificationSigningText {
  const fields = [...new URLSearchParams(body)];
  const sent = fields.find(([name]) => name === "sign")?.[1] ?? "";
  const key = findMerchant(merchantId)?.key ?? "";
  const texts = signRules.map((isSigned) => buildSigningText(fields.filter(([name]) => isSigned(name))));
  const signOf = (text: string) => md5(`${text}&key=${key}`);
  const text = texts.find((one) => signOf(one) === sent) ?? texts[0] ?? "";
  return { text: `${text}&key=${maskedKey}`, expected: signOf(text), sent };
}

function buildSigningText(fields: readonly (readonly [string, string])[]): string {
  return fields
    .filter(([, value]) => value !== "" && value !== "0")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex").toUpperCase();
}
