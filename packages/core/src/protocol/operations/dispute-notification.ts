import { verifyMessage } from "../messages/verify-message.ts";
import { createNotificationRefusal } from "../notification/notification-refusal.ts";
import { createMissingFieldsRefusal, notificationDigest } from "../notification/verify-notification.ts";
import type { AllowedSigns, MessageFields } from "../signature/notification-sign.ts";

export const disputeKinds = ["refund", "chargeback", "ethoca-alert", "rdr-alert", "unrecognized"] as const;

/** What a message of the dispute webhook is about (DSP-TYPE). `unrecognized`: a type that the family does not document. */
export type DisputeKind = (typeof disputeKinds)[number];

export const disputeMessageResults = ["succeeded", "failed", "unrecognized"] as const;

/** Whether what the message reports succeeded. Only a refund can fail (DSP-STATUS). */
export type DisputeMessageResult = (typeof disputeMessageResults)[number];

/** A verified message of the dispute webhook. Texts are as received, and empty if the message does not sign the field. */
export interface DisputeNotification {
  /** A digest of the signed fields: a repeated message has the same one, and no other (DSP-FACT). */
  readonly id: string;
  readonly kind: DisputeKind;
  readonly result: DisputeMessageResult;
  readonly attemptId: string;
  readonly transactionId: string;
  readonly amount: string;
  /** The gateway's ID of the refund. Only of a refund. */
  readonly refundId: string;
  readonly refundAmount: string;
  /** As received, without a time zone. */
  readonly alertedAt: string;
  /** `alert_type` and `alert_status` as received. */
  readonly alertType: string;
  readonly alertStatus: string;
}

/** The merchant whose webhook received the message. */
export interface ExpectedDispute extends AllowedSigns {
  readonly merchantId: string;
}

const kindOf: ReadonlyMap<string, DisputeKind> = new Map([
  ["refund", "refund"],
  ["chargebacks", "chargeback"],
  ["chargeback", "chargeback"],
  ["ethoca", "ethoca-alert"],
  ["rdr", "rdr-alert"],
]);

const resultOf: ReadonlyMap<string, DisputeMessageResult> = new Map([
  ["00", "succeeded"],
  ["11", "failed"],
]);

/**
 * Believes a message of the dispute webhook only if the merchant's key signed it (DSP-SIGN).
 *
 * @throws NotificationRefusal `foreign`, `unsigned`, `mismatch` or `malformed`
 */
export function verifyDispute(
  message: MessageFields,
  { merchantId, ...allowed }: ExpectedDispute,
): DisputeNotification {
  const { fields } = message;
  if (fields.get("memberid") !== merchantId)
    throw createNotificationRefusal("foreign", "It names another merchant.");
  const { verdict, signed } = verifyMessage("dispute", message, allowed);
  // The type of the message proves the other required fields.
  if (signed("transaction_id") === "") throw createMissingFieldsRefusal(["transaction_id"]);
  return {
    id: notificationDigest([...fields].filter(([name]) => verdict.signed.has(name))),
    kind: kindOf.get(signed("alert_type").toLowerCase()) ?? "unrecognized",
    result: resultOf.get(signed("alert_status")) ?? "unrecognized",
    attemptId: signed("orderid"),
    transactionId: signed("transaction_id"),
    amount: signed("amount"),
    refundId: signed("refund_orderid"),
    refundAmount: signed("refund_amount"),
    alertedAt: signed("alert_datetime"),
    alertType: signed("alert_type"),
    alertStatus: signed("alert_status"),
  };
}
