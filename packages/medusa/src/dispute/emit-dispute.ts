import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { DisputeReport, DoneAnswer } from "@pay-index/core/adapter";
import { type DisputeEventData, DisputeEvents } from "./dispute-event-names.ts";

/** Emits the event before its job is completed, so that subscribers get it at least once. */
export async function emitDispute(container: MedusaContainer, request: DisputeReport): Promise<DoneAnswer> {
  const { key, payment, cycle, orderId, dispute } = request;
  const data: DisputeEventData["pay-index.dispute.reported"] = {
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
  };
  const bus = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
  await bus.emit({ name: DisputeEvents.REPORTED, data });
  return { done: true };
}
