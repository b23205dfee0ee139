import type { DisputeReport, DoneAnswer } from "@pay-index/core/adapter";
import { emitEvent } from "../emit-event.ts";
import type { Container } from "../find-rows.ts";
import { DisputeEvents } from "./dispute-event-names.ts";

/** Emits the event of a message of the dispute webhook. */
export function emitDispute(container: Container, request: DisputeReport): Promise<DoneAnswer> {
  const { key, payment, cycle, orderId, dispute } = request;
  return emitEvent(container, DisputeEvents.REPORTED, {
    key,
    attempt_id: payment.attemptId,
    cart_id: payment.reference,
    order_id: orderId ?? null,
    cycle: cycle ?? null,
    type: dispute.type,
    result: dispute.result,
    transaction_id: dispute.transactionId,
    refund_amount: dispute.refundAmount ?? null,
    alert_type: dispute.alertType,
    alert_status: dispute.alertStatus ?? null,
    received_at: dispute.receivedAt.toISOString(),
  });
}
