import { formatGatewayAmount } from "../notifier/notification-body.ts";
import { alertTypeByDisputeType, type Dispute } from "../orders/dispute.ts";
import type { Order } from "../orders/order.ts";
import { type GatewayBehaviour, shiftToGatewayTimeZone } from "../quirks/quirk.ts";
import { computeNotificationSign } from "../signature.ts";
import { formatDateTime } from "../time-text.ts";

/** Builds the body of a message of the dispute webhook. Its sign covers every other field (DSP-FIELDS, DSP-SIGN). */
export function buildDisputeBody(
  { merchant, orderId }: Order,
  dispute: Dispute,
  behaviour: GatewayBehaviour,
): string {
  const fields = new Map([
    ["memberid", merchant.id],
    ["orderid", orderId],
    ["transaction_id", dispute.transactionId],
    ["amount", formatGatewayAmount(dispute.amount, behaviour)],
    ...(dispute.refundId === undefined ? [] : [["refund_orderid", dispute.refundId] as const]),
    ["refund_amount", formatGatewayAmount(dispute.refundAmount, behaviour)],
    ["alert_datetime", formatDateTime(shiftToGatewayTimeZone(dispute.reportedAt, behaviour))],
    ["alert_content", dispute.content],
    ["alert_type", alertTypeByDisputeType[dispute.type]],
    ["alert_status", dispute.status],
  ]);
  fields.set("sign", computeNotificationSign(fields, merchant.key));
  return new URLSearchParams([...fields]).toString();
}
