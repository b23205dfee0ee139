import { z } from "zod";
import { lazily } from "../../lazily.ts";
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

const messageSchema = lazily(() =>
  z.object({
    memberid: z.string().min(1),
    orderid: z.string().min(1),
    transaction_id: z.string().min(1),
    amount: z.string().default(""),
    refund_orderid: z.string().default(""),
    refund_amount: z.string().default(""),
    alert_datetime: z.string().default(""),
    alert_content: z.string().default(""),
    alert_type: z.string().min(1),
    alert_status: z.string().default(""),
  }),
);

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
  fields: ReadonlyMap<string, string>,
  expected: ExpectedDispute,
): DisputeNotification {
  return verifyDisputeReading({ fields }, expected);
}

/**
 * The same for one reading of a body (NOT-CHARSET).
 *
 * @throws NotificationRefusal as `verifyDispute`
 */
export function verifyDisputeReading(
  message: MessageFields,
  { merchantId, ...allowed }: ExpectedDispute,
): DisputeNotification {
  const { fields } = message;
  if (fields.get("memberid") !== merchantId)
    throw createNotificationRefusal("foreign", "It names another merchant.");
  const { verdict } = verifyMessage("dispute", message, allowed);
  const signed = [...fields].filter(([name]) => verdict.signed.has(name));
  const parsed = messageSchema().safeParse(Object.fromEntries(signed));
  if (!parsed.success)
    throw createMissingFieldsRefusal(parsed.error.issues.map(({ path }) => path.join(".")));
  return { id: notificationDigest(signed), ...toDispute(parsed.data) };
}

function toDispute(message: z.infer<ReturnType<typeof messageSchema>>): Omit<DisputeNotification, "id"> {
  return {
    kind: kindOf.get(message.alert_type.toLowerCase()) ?? "unrecognized",
    result: resultOf.get(message.alert_status) ?? "unrecognized",
    attemptId: message.orderid,
    transactionId: message.transaction_id,
    amount: message.amount,
    refundId: message.refund_orderid,
    refundAmount: message.refund_amount,
    alertedAt: message.alert_datetime,
    alertType: message.alert_type,
    alertStatus: message.alert_status,
  };
}
