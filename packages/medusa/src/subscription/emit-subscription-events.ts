import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules, OrderWorkflowEvents } from "@medusajs/framework/utils";
import type {
  CycleFailedReport,
  CycleOverdueReport,
  DoneAnswer,
  PlaceRenewalRequest,
  SubscriptionClosedReport,
} from "@pay-index/core/adapter";
import { emitPaymentCaptured } from "../emit-payment-captured.ts";
import { type SubscriptionEventData, SubscriptionEvents } from "./subscription-event-names.ts";

interface PlacedRenewal {
  readonly orderId: string;
  readonly firstOrderId: string;
  readonly paymentId: string | undefined;
}

type SubscriptionJob =
  | PlaceRenewalRequest
  | SubscriptionClosedReport
  | CycleFailedReport
  | CycleOverdueReport;

/**
 * Emits the event after the renewal is stored and before its job is completed, so that subscribers get it at least
 * once. Emits the events of a placed order as well.
 */
export async function emitCycleRenewed(
  container: MedusaContainer,
  request: PlaceRenewalRequest,
  { orderId, firstOrderId, paymentId }: PlacedRenewal,
): Promise<void> {
  const { number, dueAt } = request.cycle;
  const data: SubscriptionEventData["pay-index.cycle.renewed"] = {
    ...toEventBase(request),
    first_order_id: firstOrderId,
    order_id: orderId,
    cycle: number,
    due_at: dueAt.toISOString(),
  };
  const bus = resolveEventBus(container);
  await bus.emit({ name: OrderWorkflowEvents.PLACED, data: { id: orderId } });
  if (paymentId !== undefined) await emitPaymentCaptured(container, paymentId);
  await bus.emit({ name: SubscriptionEvents.RENEWED, data });
}

export async function emitCycleFailed(
  container: MedusaContainer,
  request: CycleFailedReport,
): Promise<DoneAnswer> {
  const { number, dueAt, declinedAt, transactionId } = request.cycle;
  const data: SubscriptionEventData["pay-index.cycle.failed"] = {
    ...toEventBase(request),
    cycle: number,
    due_at: dueAt.toISOString(),
    transaction_id: transactionId,
    declined_at: declinedAt.toISOString(),
  };
  await resolveEventBus(container).emit({ name: SubscriptionEvents.FAILED, data });
  return { done: true };
}

export async function emitCycleOverdue(
  container: MedusaContainer,
  request: CycleOverdueReport,
): Promise<DoneAnswer> {
  const { number, dueAt } = request.cycle;
  const data: SubscriptionEventData["pay-index.cycle.overdue"] = {
    ...toEventBase(request),
    cycle: number,
    due_at: dueAt.toISOString(),
  };
  await resolveEventBus(container).emit({ name: SubscriptionEvents.OVERDUE, data });
  return { done: true };
}

export async function emitSubscriptionClosed(
  container: MedusaContainer,
  request: SubscriptionClosedReport,
): Promise<DoneAnswer> {
  const data: SubscriptionEventData["pay-index.subscription.closed"] = {
    ...toEventBase(request),
    closed_at: request.closedAt.toISOString(),
  };
  await resolveEventBus(container).emit({ name: SubscriptionEvents.CLOSED, data });
  return { done: true };
}

function toEventBase({ key, payment, subscription }: SubscriptionJob) {
  return {
    key,
    attempt_id: payment.attemptId,
    cart_id: payment.reference,
    first_order_id: subscription.firstOrderId ?? null,
    plan_id: subscription.planId,
  };
}

function resolveEventBus(container: MedusaContainer): IEventBusModuleService {
  return container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
}
