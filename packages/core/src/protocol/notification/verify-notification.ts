import type { z } from "zod";
import {
  type KeyRing,
  type SignRule,
  type SignVerdict,
  verifyNotificationSign,
} from "../signature/notification-sign.ts";
import { type Notification, notificationSchema } from "./notification.ts";
import { createNotificationRefusal, type NotificationRefusal } from "./notification-refusal.ts";
import { refuseAmbiguousSigningText } from "./refuse-ambiguous-signing-text.ts";

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
  if (fields.get("memberid") !== expected.merchantId)
    throw createNotificationRefusal("foreign", "It names another merchant.");
  if (fields.get("orderid") !== expected.attemptId && expected.isSubscription !== true)
    throw createNotificationRefusal("foreign", "It names another order.");
  refuseAmbiguousSigningText(fields);
  const verdict = verifyNotificationSign(fields, expected.keys, expected.rules);
  if (!verdict.verified) throw createSignRefusal(verdict.reason, expected);
  const parsed = notificationSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw createMissingFieldsRefusal(parsed.error);
  return { notification: parsed.data, verdict };
}

/** Refuses a message whose sign does not verify. */
export function createSignRefusal(
  reason: "missing" | "malformed" | "mismatch",
  { merchantId }: { readonly merchantId: string },
): NotificationRefusal {
  if (reason === "missing") return createNotificationRefusal("unsigned", "It has no sign.");
  if (reason === "malformed")
    return createNotificationRefusal("mismatch", "Its sign is not 32 upper-case hexadecimal characters.");
  return createNotificationRefusal(
    "mismatch",
    `Its sign does not match any key of merchant ${merchantId} under any sign rule. Check the merchant's key.`,
  );
}

/** Refuses a message without the fields that it needs. */
export function createMissingFieldsRefusal({ issues }: z.ZodError): NotificationRefusal {
  const missing = issues.map(({ path }) => path.join(".")).join(", ");
  return createNotificationRefusal("malformed", `Required fields are missing or empty: ${missing}.`);
}
