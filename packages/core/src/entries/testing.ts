import { computeNotificationSign, type SignRule } from "../protocol/signature/notification-sign.ts";
import { Secret } from "../secret.ts";

export { type SignRule, signRules } from "../protocol/signature/notification-sign.ts";

export interface NotificationSigningOptions {
  /** The merchant's key, as in the options. */
  readonly key: string;
  /** How the gateway signs. Default: `received`, all received fields except `attach` and values of `0` (NSIG-RECEIVED). */
  readonly rule?: SignRule;
}

/**
 * Signs a notification as the gateway does, so that a test of your shop can post one to its notify URL.
 *
 * @example
 * ```ts
 * const fields = signNotification({ memberid: "10001", orderid, returncode: "00", ...otherFields }, { key });
 * await fetch(notifyUrl, { method: "POST", body: new URLSearchParams(fields) });
 * ```
 *
 * @param fields The fields of the notification by name (NOT-FIELDS). A `sign` among them is replaced.
 * @returns The same fields and `sign`.
 */
export function signNotification(
  fields: Readonly<Record<string, string>>,
  { key, rule }: NotificationSigningOptions,
): Record<string, string> {
  return { ...fields, sign: computeNotificationSign(new Map(Object.entries(fields)), new Secret(key), rule) };
}
