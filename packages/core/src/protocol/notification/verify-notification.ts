import { verifyMessage } from "../messages/verify-message.ts";
import type { KeyRing, MessageFields, SignRule, SignVerdict } from "../signature/notification-sign.ts";
import type { Notification } from "./notification.ts";
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
  const counts = (name: string) => verdict.signed.has(name) || unsigned.includes(name);
  return { notification: readFields(fields, counts), verdict, unsigned };
}

/** May be present without a value: an amount that nobody can read is under review, and a failure can have no transaction. */
const mayBeEmpty = ["amount", "true_amount", "transaction_id"] as const;

/** @throws NotificationRefusal `malformed` */
function readFields(fields: ReadonlyMap<string, string>, counts: (name: string) => boolean): Notification {
  const read = (name: string) => (counts(name) ? fields.get(name) : undefined);
  const [amount, trueAmount, transactionId] = [read("amount"), read("true_amount"), read("transaction_id")];
  const isSuccess = fields.get("returncode") === "00";
  if (amount === undefined || trueAmount === undefined || !transactionId)
    requireFields(fields, { counts, isSuccess });
  return {
    memberid: read("memberid") ?? "",
    orderid: read("orderid") ?? "",
    amount: amount ?? "",
    true_amount: trueAmount ?? "",
    currency: read("currency") ?? "",
    transaction_id: transactionId ?? "",
    returncode: read("returncode") ?? "",
    datetime: read("datetime") ?? "",
    // For people. They decide nothing.
    sign: fields.get("sign"),
    attach: fields.get("attach"),
    msg: fields.get("msg"),
    enabled: read("enabled"),
    payment_transaction_id: read("payment_transaction_id"),
    payment_period_count: read("payment_period_count"),
    alert_type: read("alert_type"),
  };
}

/** @throws NotificationRefusal `malformed` */
function requireFields(
  fields: ReadonlyMap<string, string>,
  { counts, isSuccess }: { readonly counts: (name: string) => boolean; readonly isSuccess: boolean },
): void {
  const missing = mayBeEmpty.filter((name) => {
    if (fields.get(name) === "") return isSuccess && name === "transaction_id";
    return !counts(name);
  });
  if (missing.length > 0) throw createMissingFieldsRefusal(missing);
}

const zeroFields = ["amount", "true_amount", "enabled"] as const;
const cycleFields = ["payment_transaction_id", "payment_period_count"] as const;

/**
 * Most rules do not sign the value `0`. Read in these fields, it can pay nothing: a closed subscription, and no money. The rule of nine
 * fields, which a shop must choose, signs nothing of a subscription.
 */
function countingUnsignedFields(
  fields: ReadonlyMap<string, string>,
  { isSubscription = false }: ExpectedNotification,
  { rule, signed }: VerifiedNotification["verdict"],
): readonly string[] {
  const found: string[] = [];
  for (const name of zeroFields) if (fields.get(name) === "0" && !signed.has(name)) found.push(name);
  if (isSubscription && rule === "nine")
    for (const name of cycleFields) if (fields.get(name) && !signed.has(name)) found.push(name);
  return found;
}

/** Refuses a message without the fields that it needs. */
export function createMissingFieldsRefusal(missing: readonly string[]): NotificationRefusal {
  return createNotificationRefusal(
    "malformed",
    `Required fields are missing or empty: ${missing.join(", ")}.`,
  );
}
