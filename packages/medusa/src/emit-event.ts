import type { IEventBusModuleService } from "@medusajs/framework/types";
import { Modules, PaymentEvents } from "@medusajs/framework/utils";
import type { DoneAnswer } from "@pay-index/core/adapter";
import type { DisputeEventData } from "./dispute/dispute-event-names.ts";
import type { Container } from "./find-rows.ts";
import type { RefundEventData } from "./refunds/refund-event-names.ts";
import type { SubscriptionEventData } from "./subscription/subscription-event-names.ts";

type EventData = DisputeEventData & RefundEventData & SubscriptionEventData;

/** Emits an event of the plugin before its job is completed, so that subscribers get it at least once. */
export async function emitEvent<Name extends keyof EventData>(
  container: Container,
  name: Name,
  data: EventData[Name],
): Promise<DoneAnswer> {
  await container.resolve<IEventBusModuleService>(Modules.EVENT_BUS).emit({ name, data });
  return { done: true };
}

/** Emits an event of Medusa about the record with this id. */
export async function emitMedusaEvent(container: Container, name: string, id: string): Promise<void> {
  await container.resolve<IEventBusModuleService>(Modules.EVENT_BUS).emit({ name, data: { id } });
}

/**
 * Emits `payment.captured` as Medusa's own capture does. Medusa emits nothing for a session that its provider captures
 * while the cart is completed. Call it before the job is recorded as complete: then subscribers get it at least once.
 */
export async function emitPaymentCaptured(
  container: Container,
  paymentId: string | undefined,
): Promise<void> {
  if (paymentId !== undefined) await emitMedusaEvent(container, PaymentEvents.CAPTURED, paymentId);
}
