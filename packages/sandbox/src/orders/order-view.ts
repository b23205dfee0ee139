import type { CardSummary } from "../card-outcome.ts";
import type { Variant } from "../merchants.ts";
import type { Delivery, Order, OrderState, ReturnStatus } from "./order.ts";

/** A copy of an order for the control API, as JSON. Times are ISO 8601 in UTC. */
export interface OrderView {
  readonly orderId: string;
  readonly merchantId: string;
  readonly variant: Variant;
  /** The amount as the shop submitted it. */
  readonly amount: string;
  readonly currency: string;
  readonly state: OrderState;
  /** Twelve digits. */
  readonly transactionId: string;
  readonly card?: CardSummary;
  /** The alternative payment method in use. */
  readonly method?: string;
  readonly createdAt: string;
  readonly settledAt?: string;
  /** Why the order failed. */
  readonly failure?: string;
  /** The `paymentStatus` of the buyer's last return. */
  readonly returnedAs?: ReturnStatus;
  readonly deliveries: readonly Delivery[];
  readonly nextDeliveryAt?: string;
}

export function toOrderView(order: Order): OrderView {
  const { settledAt, failure, nextDeliveryAt, returnedAs, card, method } = order;
  return {
    orderId: order.orderId,
    merchantId: order.merchant.id,
    variant: order.merchant.variant,
    amount: order.amount,
    currency: order.currency,
    state: order.state,
    transactionId: order.transactionId,
    ...(card ? { card: { ...card } } : {}),
    ...(method ? { method } : {}),
    createdAt: formatIsoTime(order.createdAt),
    ...(settledAt === undefined ? {} : { settledAt: formatIsoTime(settledAt) }),
    ...(failure === undefined ? {} : { failure }),
    ...(returnedAs ? { returnedAs } : {}),
    deliveries: order.deliveries.map((delivery) => ({ ...delivery })),
    ...(nextDeliveryAt === undefined ? {} : { nextDeliveryAt: formatIsoTime(nextDeliveryAt) }),
  };
}

export function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}
