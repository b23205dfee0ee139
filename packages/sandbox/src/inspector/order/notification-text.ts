import { findMerchant } from "../../merchants.ts";
import { maskedNotificationText, notificationSign, notificationSignRules } from "../../signature.ts";

export interface NotificationText {
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
export function notificationText(body: string, merchantId: string): NotificationText {
  const fields = new Map(new URLSearchParams(body));
  const sent = fields.get("sign") ?? "";
  const key = findMerchant(merchantId)?.key ?? "";
  const rule =
    notificationSignRules.find((one) => notificationSign(fields, key, one) === sent) ?? "all_but_attach";
  return {
    text: maskedNotificationText(fields, rule),
    expected: notificationSign(fields, key, rule),
    sent,
  };
}
