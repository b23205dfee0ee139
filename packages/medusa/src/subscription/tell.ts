import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules, OrderWorkflowEvents } from "@medusajs/framework/utils";
import type { Applied, ClosedWork, CycleWork, MissedWork } from "@pay-index/core";
import { emitCaptured } from "../emit-captured.ts";
import { type SubscriptionEventData, SubscriptionEvents } from "./events.ts";

interface RenewalPlaced {
  readonly orderId: string;
  readonly firstOrderId: string;
  readonly paymentId: string | undefined;
}

type Told = CycleWork | ClosedWork | MissedWork;

/**
 * After the renewal is written, and before it is recorded as done: who listens hears of it at least once, and of the order as of any other.
 */
export async function tellRenewed(
  container: MedusaContainer,
  work: CycleWork,
  { orderId, firstOrderId, paymentId }: RenewalPlaced,
): Promise<void> {
  const { number, dueAt } = work.cycle;
  const data: SubscriptionEventData["pay-index.cycle.renewed"] = {
    ...about(work),
    first_order_id: firstOrderId,
    order_id: orderId,
    cycle: number,
    due_at: dueAt.toISOString(),
  };
  const bus = busOf(container);
  await bus.emit({ name: OrderWorkflowEvents.PLACED, data: { id: orderId } });
  if (paymentId !== undefined) await emitCaptured(container, paymentId);
  await bus.emit({ name: SubscriptionEvents.RENEWED, data });
}

export async function tellMissed(container: MedusaContainer, work: MissedWork): Promise<Applied> {
  const { number, dueAt } = work.cycle;
  const data: SubscriptionEventData["pay-index.cycle.missed"] = {
    ...about(work),
    cycle: number,
    due_at: dueAt.toISOString(),
  };
  await busOf(container).emit({ name: SubscriptionEvents.MISSED, data });
  return { done: true };
}

export async function tellClosed(container: MedusaContainer, work: ClosedWork): Promise<Applied> {
  const data: SubscriptionEventData["pay-index.subscription.closed"] = {
    ...about(work),
    closed_at: work.closedAt.toISOString(),
  };
  await busOf(container).emit({ name: SubscriptionEvents.CLOSED, data });
  return { done: true };
}

function about({ key, payment, subscription }: Told) {
  return {
    key,
    order_number: payment.orderNumber,
    cart_id: payment.reference,
    first_order_id: subscription.placed ?? null,
    plan_id: subscription.planId,
  };
}

function busOf(container: MedusaContainer): IEventBusModuleService {
  return container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
}
