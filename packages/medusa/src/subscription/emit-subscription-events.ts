import { OrderWorkflowEvents } from "@medusajs/framework/utils";
import type {
  CycleFailedReport,
  CycleOverdueReport,
  DoneAnswer,
  PlaceRenewalRequest,
  SubscriptionClosedReport,
} from "@pay-index/core/adapter";
import { emitEvent, emitMedusaEvent, emitPaymentCaptured } from "../emit-event.ts";
import type { Container } from "../find-rows.ts";
import { SubscriptionEvents } from "./subscription-event-names.ts";

interface PlacedRenewal {
  readonly orderId: string;
  readonly firstOrderId: string;
  readonly paymentId: string | undefined;
}

/**
 * Emits the event after the renewal is stored and before its job is completed, so that subscribers get it at least
 * once. Emits the events of a placed order as well.
 */
export async function emitCycleRenewed(
  container: Container,
  request: PlaceRenewalRequest,
  { orderId, firstOrderId, paymentId }: PlacedRenewal,
): Promise<void> {
  await emitMedusaEvent(container, OrderWorkflowEvents.PLACED, orderId);
  await emitPaymentCaptured(container, paymentId);
  const data = { ...toCycleData(request), first_order_id: firstOrderId, order_id: orderId };
  await emitEvent(container, SubscriptionEvents.RENEWED, data);
}

export function emitCycleFailed(container: Container, request: CycleFailedReport): Promise<DoneAnswer> {
  const { declinedAt, transactionId } = request.cycle;
  return emitEvent(container, SubscriptionEvents.FAILED, {
    ...toCycleData(request),
    transaction_id: transactionId,
    declined_at: declinedAt.toISOString(),
  });
}

export function emitCycleOverdue(container: Container, request: CycleOverdueReport): Promise<DoneAnswer> {
  return emitEvent(container, SubscriptionEvents.OVERDUE, toCycleData(request));
}

export function emitSubscriptionClosed(
  container: Container,
  request: SubscriptionClosedReport,
): Promise<DoneAnswer> {
  const data = { ...toSubscriptionData(request), closed_at: request.closedAt.toISOString() };
  return emitEvent(container, SubscriptionEvents.CLOSED, data);
}

function toCycleData(request: PlaceRenewalRequest | CycleFailedReport | CycleOverdueReport) {
  const { number, dueAt } = request.cycle;
  return { ...toSubscriptionData(request), cycle: number, due_at: dueAt.toISOString() };
}

type Report = Pick<SubscriptionClosedReport, "key" | "payment" | "subscription">;

function toSubscriptionData({ key, payment, subscription }: Report) {
  return {
    key,
    attempt_id: payment.attemptId,
    cart_id: payment.reference,
    first_order_id: subscription.firstOrderId ?? null,
    plan_id: subscription.planId,
  };
}
