import type { z } from "zod";
import {
  type KeyRing,
  type SignRule,
  type SignVerdict,
  verifyNotificationSign,
} from "../signature/notification-sign.ts";
import { checkSigningText } from "./check-signing-text.ts";
import { type Notification, notificationSchema } from "./notification.ts";
import { type NotificationRefusal, refuse } from "./notification-refusal.ts";

/** The expected contents of a notification, which follow from the notify address before the body is read. */
export interface ExpectedNotification {
  readonly merchantId: string;
  readonly attemptId: string;
  /** Whether later charges can have their own gateway order IDs (CYC-NUMBER). */
  readonly isSubscription?: boolean;
  readonly keys: KeyRing;
  readonly rules: readonly SignRule[];
}

export interface VerifiedNotification {
  readonly notification: Notification;
  readonly verdict: Extract<SignVerdict, { verified: true }>;
}

/**
 * Believes a notification only if the payment's own merchant signed it and it is about this payment.
 *
 * @throws NotificationRefusal `foreign`, `unsigned`, `mismatch` or `malformed`
 */
export function verifyNotification(
  fields: ReadonlyMap<string, string>,
  expected: ExpectedNotification,
): VerifiedNotification {
  if (fields.get("memberid") !== expected.merchantId) throw refuse("foreign", "It names another merchant.");
  if (fields.get("orderid") !== expected.attemptId && expected.isSubscription !== true)
    throw refuse("foreign", "It names another order.");
  checkSigningText(fields);
  const verdict = verifyNotificationSign(fields, expected.keys, expected.rules);
  if (!verdict.verified) throw refuseSign(verdict.reason, expected);
  const parsed = notificationSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw refuseFields(parsed.error);
  return { notification: parsed.data, verdict };
}

/** Refuses a message whose sign does not verify. */
export function refuseSign(
  reason: "missing" | "malformed" | "mismatch",
  { merchantId }: { readonly merchantId: string },
): NotificationRefusal {
  if (reason === "missing") return refuse("unsigned", "It has no sign.");
  if (reason === "malformed")
    return refuse("mismatch", "Its sign is not 32 upper-case hexadecimal characters.");
  return refuse(
    "mismatch",
    `Its sign does not match any key of merchant ${merchantId} under any sign rule. Check the merchant's key.`,
  );
}

/** Refuses a message without the fields that it needs. */
export function refuseFields({ issues }: z.ZodError): NotificationRefusal {
  const missing = issues.map(({ path }) => path.join(".")).join(", ");
  return refuse("malformed", `Required fields are missing or empty: ${missing}.`);
}
