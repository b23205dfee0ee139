import { createHash } from "node:crypto";
import { findMerchant } from "../../merchants.ts";
import { maskedKey } from "../../signature-diagnosis/diagnose.ts";

const nine = [
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
const choices: readonly ((name: string) => boolean)[] = [
  (name) => name !== "sign" && name !== "attach",
  (name) => name !== "sign",
  (name) => nine.includes(name),
];

/**
 * The text that a notification's sign was made of, its key masked. When no way of signing makes that sign, the text is
 * the one that a shop would sign, and `signed` is false.
 */
export function notificationText(body: string, merchantId: string): { text: string; signed: boolean } {
  const fields = [...new URLSearchParams(body)];
  const sign = fields.find(([name]) => name === "sign")?.[1];
  const key = findMerchant(merchantId)?.key ?? "";
  const texts = choices.map((isSigned) => textOf(fields.filter(([name]) => isSigned(name))));
  const found = texts.find((text) => md5(`${text}&key=${key}`) === sign);
  return { text: `${found ?? texts[0]}&key=${maskedKey}`, signed: found !== undefined };
}

function textOf(fields: readonly (readonly [string, string])[]): string {
  return fields
    .filter(([, value]) => value !== "" && value !== "0")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex").toUpperCase();
}
