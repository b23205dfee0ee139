import { hash } from "node:crypto";
import { messageTypeRules } from "../messages/message-types.ts";
import { verifyMessage } from "../messages/verify-message.ts";
import { normalizeAmountText } from "../money/money.ts";
import type { KeyRing, MessageFields, SignRule, SignVerdict } from "../signature/notification-sign.ts";
import { createNotificationRefusal, type NotificationRefusal } from "./notification-refusal.ts";

/**
 * The fields that count, as received (NOT-FIELDS). They stay text: an unreadable amount is evidence, and no reason to lose the
 * notification. No schema reads them, because each notification would wait for it.
 */
export interface Notification {
  readonly memberid: string;
  readonly orderid: string;
  readonly amount: string;
  readonly true_amount: string;
  /** Empty if the notification names none: then it is the currency of the sale (NOT-CURRENCY). */
  readonly currency: string;
  /** Empty only where nothing was charged: a success without a transaction cannot be distinguished from another one. */
  readonly transaction_id: string;
  readonly returncode: string;
  readonly datetime: string;
  readonly sign?: string | undefined;
  readonly attach?: string | undefined;
  /** The gateway's text about a failure, which is not signed by all gateways (NOT-MSG). */
  readonly msg?: string | undefined;
  /** For a subscription: `0` reports that it was closed (NOT-ENABLED). */
  readonly enabled?: string | undefined;
  /** Subscription: the gateway subscription ID (NOT-SUBSCRIPTION). */
  readonly payment_transaction_id?: string | undefined;
  /** Subscription: the cycle, counted from 1. */
  readonly payment_period_count?: string | undefined;
  /** Not in the specification. With it, `00` reports a refund or a dispute (NOT-ALERT). */
  readonly alert_type?: string | undefined;
}

/** The names of all fields that the protocol, or its relatives, give a notification. */
export const notificationFieldNames: ReadonlySet<string> = new Set([
  ...messageTypeRules.notification.fields,
  ...messageTypeRules.notification.freeText,
  "alert_type",
  "sign",
]);

/** Differ from try to try, or say nothing about the payment. */
const fieldsIgnoredInDigest: ReadonlySet<string> = new Set(["datetime", "sign", "attach"]);
const amountFields: ReadonlySet<string> = new Set(["amount", "true_amount", "refund_amount"]);

/**
 * Returns a digest that is the same for a repeated message and for no other (NOT-REPEAT, DSP-FACT): of the fields without
 * time, sign and attachment, with amounts in one spelling. A corrected amount or a later `enabled=0` has another
 * digest. Pass only fields that are signed, or decide: anybody with the address could add others.
 */
export function notificationDigest(fields: Iterable<readonly [name: string, value: string]>): string {
  const lasting = new Map<string, string>();
  for (const [name, value] of fields)
    if (value !== "" && !fieldsIgnoredInDigest.has(name))
      lasting.set(name, amountFields.has(name) ? normalizeAmountText(value) : value);
  const sorted = [...lasting.keys()].sort().map((name) => [name, lasting.get(name)]);
  return hash("sha256", JSON.stringify(sorted), "hex");
}

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
  const counting = new Set([...verdict.signed, ...unsigned]);
  return { notification: readFields(fields, counting), verdict, unsigned };
}

/** May be present without a value: an amount that nobody can read is under review, and a failure can have no transaction. */
const mayBeEmpty = ["amount", "true_amount", "transaction_id"] as const;

/** The texts of a notification in which no such field counts. */
const noFields = {
  ...{ memberid: "", orderid: "", amount: "", true_amount: "", currency: "" },
  ...{ transaction_id: "", returncode: "", datetime: "" },
};
/** For people. They decide nothing. */
const textsForPeople: ReadonlySet<string> = new Set(["sign", "attach", "msg"]);

/** @throws NotificationRefusal `malformed` */
function readFields(fields: ReadonlyMap<string, string>, counting: ReadonlySet<string>): Notification {
  requireFields(fields, counting);
  const read: Record<keyof typeof noFields, string> & Partial<Record<string, string>> = { ...noFields };
  for (const [name, value] of fields)
    if (textsForPeople.has(name) || (notificationFieldNames.has(name) && counting.has(name)))
      read[name] = value;
  return read;
}

/** @throws NotificationRefusal `malformed` */
function requireFields(fields: ReadonlyMap<string, string>, counting: ReadonlySet<string>): void {
  const missing = mayBeEmpty.filter((name) => {
    if (fields.get(name) === "") return name === "transaction_id" && fields.get("returncode") === "00";
    return !counting.has(name);
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
    for (const name of cycleFields) if (fields.get(name)) found.push(name);
  return found;
}

/** Refuses a message without the fields that it needs. */
export function createMissingFieldsRefusal(missing: readonly string[]): NotificationRefusal {
  const message = `Required fields are missing or empty: ${missing.join(", ")}.`;
  return createNotificationRefusal("malformed", message);
}
