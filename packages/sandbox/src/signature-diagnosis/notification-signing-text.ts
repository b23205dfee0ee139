import { findMerchant } from "../merchants.ts";
import { buildMaskedNotificationText, computeNotificationSign, notificationSignRules } from "../signature.ts";

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
export function findNotificationSigningText(body: string, merchantId: string): NotificationSigningText {
  const fields = new Map(new URLSearchParams(body));
  const sent = fields.get("sign") ?? "";
  const key = findMerchant(merchantId)?.key ?? "";
  const rule =
    notificationSignRules.find((each) => computeNotificationSign(fields, key, each) === sent) ??
    "all_but_attach";
  return {
    text: buildMaskedNotificationText(fields, rule),
    expected: computeNotificationSign(fields, key, rule),
    sent,
  };
}
