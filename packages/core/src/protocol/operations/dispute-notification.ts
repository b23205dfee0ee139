import { hash } from "node:crypto";
import { z } from "zod";
import { normalizeAmountText } from "../money/amount-text.ts";
import { createNotificationRefusal } from "../notification/notification-refusal.ts";
import {
  type FreeTextAndFieldNames,
  refuseAmbiguousSigningText,
} from "../notification/refuse-ambiguous-signing-text.ts";
import { createMissingFieldsRefusal, createSignRefusal } from "../notification/verify-notification.ts";
import { type KeyRing, verifyNotificationSign } from "../signature/notification-sign.ts";

export const disputeKinds = ["refund", "chargeback", "ethoca-alert", "rdr-alert", "unrecognized"] as const;

/** What a message of the dispute webhook is about (DSP-TYPE). `unrecognized`: a type that the family does not document. */
export type DisputeKind = (typeof disputeKinds)[number];

export const disputeMessageResults = ["succeeded", "failed", "unrecognized"] as const;

/** Whether what the message reports succeeded. Only a refund can fail (DSP-STATUS). */
export type DisputeMessageResult = (typeof disputeMessageResults)[number];

const messageSchema = z.object({
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
});

/** `alert_content` is a text for people. */
const messageForm: FreeTextAndFieldNames = {
  freeText: new Set(["alert_content"]),
  fieldNames: new Set([...Object.keys(messageSchema.shape), "sign"]),
};

/** A verified message of the dispute webhook. Texts are as received, and empty if the message does not have the field. */
export interface DisputeNotification {
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
export interface ExpectedDispute {
  readonly merchantId: string;
  readonly keys: KeyRing;
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
 * Returns a digest that is the same for a repeated message of the dispute webhook and for no other (DSP-FACT): of all signed fields, with
 * amounts in one spelling.
 */
export function computeDisputeNotificationId(fields: ReadonlyMap<string, string>): string {
  const signed = [...fields]
    .filter(([name, value]) => name !== "sign" && value !== "")
    .map(([name, value]) => [name, amountFields.has(name) ? normalizeAmountText(value) : value])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify(signed), "hex");
}

const amountFields: ReadonlySet<string> = new Set(["amount", "refund_amount"]);

/**
 * Believes a message of the dispute webhook only if the merchant's key signed it (DSP-SIGN).
 *
 * @throws NotificationRefusal `foreign`, `unsigned`, `mismatch` or `malformed`
 */
export function verifyDispute(
  fields: ReadonlyMap<string, string>,
  { merchantId, keys }: ExpectedDispute,
): DisputeNotification {
  if (fields.get("memberid") !== merchantId)
    throw createNotificationRefusal("foreign", "It names another merchant.");
  refuseAmbiguousSigningText(fields, messageForm);
  const verdict = verifyNotificationSign(fields, keys);
  if (!verdict.verified) throw createSignRefusal(verdict.reason, { merchantId });
  const parsed = messageSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw createMissingFieldsRefusal(parsed.error);
  return toDispute(parsed.data);
}

function toDispute(message: z.infer<typeof messageSchema>): DisputeNotification {
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
