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

/** NSIG-RECEIVED, NSIG-ATTACH, NSIG-NINE: which fields a notification may sign; the quirks choose among them. */
const signRules: readonly ((name: string) => boolean)[] = [
  (name) => name !== "sign" && name !== "attach",
  (name) => name !== "sign",
  (name) => nineFields.includes(name),
];

export interface NotificationSigningText {
  /** The text that a sign is made of, its key masked. */
  readonly text: string;
  /** The sign that this text gives with the merchant's key. */
  readonly expected: string;
  /** The sign that was sent; empty when there was none. */
  readonly sent: string;
}

/**
 * What a notification's sign was made of. When no way of signing makes the sign that was sent, the text is the one that
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
