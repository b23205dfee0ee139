import type { CardMark } from "../cards.ts";
import type { Variant } from "../merchants.ts";
import type { Delivery, Order, OrderState, PaymentStatus } from "./order.ts";

/** What anybody at the desk may see of an order: a copy, as JSON, at one moment. Times are ISO 8601 in UTC. */
export interface OrderView {
  readonly orderNumber: string;
  readonly merchantId: string;
  readonly variant: Variant;
  /** As the shop submitted it. */
  readonly amount: string;
  readonly currency: string;
  readonly state: OrderState;
  /** Twelve digits. */
  readonly transactionId: string;
  readonly card?: CardMark;
  /** The alternative payment method in use. */
  readonly method?: string;
  readonly createdAt: string;
  readonly settledAt?: string;
  /** Why a failed order failed. */
  readonly failure?: string;
  /** The last `paymentStatus` the buyer was sent back with. */
  readonly returnedAs?: PaymentStatus;
  readonly deliveries: readonly Delivery[];
  readonly nextDeliveryAt?: string;
}

export function viewOf(order: Order): OrderView {
  const { settledAt, failure, nextDeliveryAt, returnedAs, card, method } = order;
  return {
    orderNumber: order.orderNumber,
    merchantId: order.merchant.id,
    variant: order.merchant.variant,
    amount: order.amount,
    currency: order.currency,
    state: order.state,
    transactionId: order.transactionId,
    ...(card ? { card: { ...card } } : {}),
    ...(method ? { method } : {}),
    createdAt: isoTime(order.createdAt),
    ...(settledAt === undefined ? {} : { settledAt: isoTime(settledAt) }),
    ...(failure === undefined ? {} : { failure }),
    ...(returnedAs ? { returnedAs } : {}),
    deliveries: order.deliveries.map((delivery) => ({ ...delivery })),
    ...(nextDeliveryAt === undefined ? {} : { nextDeliveryAt: isoTime(nextDeliveryAt) }),
  };
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
