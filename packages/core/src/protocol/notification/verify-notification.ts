import type { z } from "zod";
import { verifyMessage } from "../messages/verify-message.ts";
import type { KeyRing, MessageFields, SignRule, SignVerdict } from "../signature/notification-sign.ts";
import { type Notification, notificationSchema } from "./notification.ts";
import { createNotificationRefusal, type NotificationRefusal } from "./notification-refusal.ts";

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
  /** What counts: the signed fields, those of `unsigned`, and `attach` and `msg`, which decide nothing. */
  readonly notification: Notification;
  readonly verdict: Extract<SignVerdict, { verified: true }>;
  /** The fields that count although the matching rule does not sign them. Only the URL token protects them. */
  readonly unsigned: readonly string[];
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
  return verifyNotificationReading({ fields }, expected);
}

/**
 * The same for one reading of a body (NOT-CHARSET).
 *
 * @throws NotificationRefusal as `verifyNotification`
 */
export function verifyNotificationReading(
  message: MessageFields,
  expected: ExpectedNotification,
): VerifiedNotification {
  const { fields } = message;
  if (fields.get("memberid") !== expected.merchantId)
    throw createNotificationRefusal("foreign", "It names another merchant.");
  if (fields.get("orderid") !== expected.attemptId && expected.isSubscription !== true)
    throw createNotificationRefusal("foreign", "It names another order.");
  const { verdict } = verifyMessage("notification", message, expected);
  const unsigned = countingUnsignedFields(fields, expected, verdict);
  const counts = (name: string) => verdict.signed.has(name) || unsigned.includes(name) || texts.has(name);
  const parsed = notificationSchema.safeParse(
    Object.fromEntries(
      [...fields].filter(([name, value]) => counts(name) || (value === "" && mayBeEmpty.has(name))),
    ),
  );
  if (!parsed.success) throw createMissingFieldsRefusal(parsed.error);
  return { notification: parsed.data, verdict, unsigned };
}

/** For people. They decide nothing. */
const texts: ReadonlySet<string> = new Set(["attach", "msg", "sign"]);

/** Present without a value: an amount that nobody can read is under review, and a failure can have no transaction. */
const mayBeEmpty: ReadonlySet<string> = new Set(["amount", "true_amount", "transaction_id"]);

/**
 * Most rules do not sign the value `0`. Read in these fields, it can pay nothing: a closed subscription, and no money. The rule of nine
 * fields, which a shop must choose, signs nothing of a subscription.
 */
function countingUnsignedFields(
  fields: ReadonlyMap<string, string>,
  { isSubscription = false }: ExpectedNotification,
  { rule, signed }: VerifiedNotification["verdict"],
): readonly string[] {
  const zero = ["amount", "true_amount", "enabled"].filter((name) => fields.get(name) === "0");
  const cycle = isSubscription && rule === "nine" ? ["payment_transaction_id", "payment_period_count"] : [];
  return [...zero, ...cycle].filter((name) => (fields.get(name) ?? "") !== "" && !signed.has(name));
}

/** Refuses a message without the fields that it needs. */
export function createMissingFieldsRefusal({ issues }: z.ZodError): NotificationRefusal {
  const missing = issues.map(({ path }) => path.join(".")).join(", ");
  return createNotificationRefusal("malformed", `Required fields are missing or empty: ${missing}.`);
}
