import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules, PaymentEvents } from "@medusajs/framework/utils";

/**
 * Emits `payment.captured` as Medusa's own capture does. Medusa emits nothing for a session that its provider captures
 * while the cart is completed. Call it before the job is recorded as complete: then subscribers get it at least once.
 */
export async function emitPaymentCaptured(
  container: Pick<MedusaContainer, "resolve">,
  paymentId: string,
): Promise<void> {
  const bus = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
  await bus.emit({ name: PaymentEvents.CAPTURED, data: { id: paymentId } });
}
