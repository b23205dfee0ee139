import type { Variant } from "../merchants.ts";
import type { Order, OrderSummary } from "./order.ts";

/** A copy of an order for the control API, as JSON. Times are ISO 8601 in UTC. */
export interface OrderView extends Readonly<OrderSummary> {
  readonly merchantId: string;
  readonly variant: Variant;
  readonly createdAt: string;
  readonly decidedAt?: string;
  readonly nextDeliveryAt?: string;
}

export function toOrderView(order: Order): OrderView {
  const { orderId, merchant, amount, currency, state, transactionId, card, method } = order;
  const { decidedAt, failure, returnedAs, strictProblems, nextDeliveryAt } = order;
  return {
    ...{
      orderId,
      merchantId: merchant.id,
      variant: merchant.variant,
      amount,
      currency,
      state,
      transactionId,
    },
    ...(card ? { card: { ...card } } : {}),
    ...(method ? { method } : {}),
    createdAt: formatIsoTime(order.createdAt),
    ...(decidedAt === undefined ? {} : { decidedAt: formatIsoTime(decidedAt) }),
    ...(failure === undefined ? {} : { failure }),
    ...(returnedAs ? { returnedAs } : {}),
    ...(strictProblems ? { strictProblems } : {}),
    deliveries: order.deliveries.map((delivery) => ({ ...delivery })),
    ...(nextDeliveryAt === undefined ? {} : { nextDeliveryAt: formatIsoTime(nextDeliveryAt) }),
  };
}

export function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}
