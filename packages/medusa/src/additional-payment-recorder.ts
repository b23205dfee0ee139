import type { MedusaContainer } from "@medusajs/framework/types";
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows";
import { type PlaceOrderAnswer, type PlaceOrderRequest, RefusalRollback } from "@pay-index/core/adapter";
import { toRoundedMoney } from "./amount.ts";
import type { CartSession } from "./checkout-cart.ts";
import type { OrderSnapshot } from "./checkout-snapshot.ts";
import { emitPaymentCaptured } from "./emit-event.ts";
import { amountDueForOrder, findExistingOrder } from "./existing-order.ts";
import { linkAttempt } from "./link-attempt.ts";
import { withOrderLock } from "./locks.ts";
import { findAdditionalPayment } from "./order-payment-record-status.ts";
import { sealSessionAsPaid } from "./paid-session.ts";
import { recoverOrderPayment } from "./workflows/recover-order-payment.ts";

/**
 * Adds the payment of a paid attempt to an order that existed already, under the lock under which Medusa changes orders.
 * Each step can be repeated: a second run finds the payment that the first run added.
 *
 * @throws RefusalRollback if the order was cancelled
 */
export async function recordAdditionalPayment(
  container: MedusaContainer,
  request: PlaceOrderRequest,
  snapshot: OrderSnapshot,
): Promise<PlaceOrderAnswer> {
  const { orderId } = snapshot;
  const { attemptId } = request.payment;
  return withOrderLock(container, orderId, async () => {
    const order = await findExistingOrder(container, orderId);
    const own = await findAdditionalPayment(container, { orderId, attemptId });
    if (own === undefined && order?.status === "canceled")
      throw new RefusalRollback("order_cancelled", `Order #${order.display_id} was cancelled.`);
    const due =
      own === undefined
        ? order && amountDueForOrder(order)
        : toRoundedMoney(own.placedFor.amount, own.placedFor.currency_code);
    const amount = request.checkAmountDue(due);
    const paymentId =
      own?.kind === "recorded"
        ? own.paymentId
        : await recoverOrderPayment(
            container,
            orderId,
            own?.sessionId ?? (await createPaidSession(container, request, snapshot)),
          );
    await linkAttempt(container, { orderId, customerId: order?.customer?.id, attemptId });
    await emitPaymentCaptured(container, paymentId);
    return { placed: { id: orderId }, amount };
  });
}

/** Medusa has at most one open payment collection for an order, and one open session in it. */
async function createPaidSession(
  container: MedusaContainer,
  { payment }: PlaceOrderRequest,
  { orderId, providerId }: OrderSnapshot,
): Promise<string> {
  const { result: collections } = await createOrUpdateOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: orderId },
  });
  const [collection] = [collections].flat() as unknown as { readonly id: string }[];
  if (collection === undefined) throw new Error("Medusa created no payment collection for the order.");
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: providerId },
  });
  const session = result as unknown as CartSession;
  await sealSessionAsPaid(container, { session, payment });
  return session.id;
}
