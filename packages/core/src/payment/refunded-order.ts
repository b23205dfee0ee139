import type { Money } from "../protocol/money/money.ts";
import type { PlacedOrder } from "./placed-order.ts";
import { type RecordedRefund, refundedAmountOfPlacedOrder } from "./recorded-refunds.ts";

/** A placed order, with all refunds that operators recorded for it. */
export interface RefundedOrder {
  /** The id that the host returned when it placed the order. */
  readonly orderId: string;
  /** The attempt that paid the order. For a renewal, the attempt that started the subscription. */
  readonly attemptId: string;
  /** The cycle of a renewal. Undefined for the first order. */
  readonly cycle: number | undefined;
  /** The tenant whose merchant took the money. */
  readonly merchantTenant: string;
  /** The amount that was charged for the order, in minor units. */
  readonly chargedAmount: Money;
  /** Oldest first. A recorded refund is never removed. */
  readonly refunds: readonly RecordedRefund[];
  /** The sum of all refunds, in minor units. */
  readonly refunded: Money;
}

/** The charge of an order, and all recorded refunds of the attempt or the later cycle that paid it. */
export interface OrderCharge
  extends Pick<RefundedOrder, "attemptId" | "cycle" | "merchantTenant" | "chargedAmount"> {
  readonly placedOrder: PlacedOrder | undefined;
  readonly recorded: readonly RecordedRefund[];
}

/**
 * Returns the order with its refunds. Undefined if the order has no id, or no refund: refunds of other charges, such as a second payment
 * of one cart, belong to no order.
 */
export function toRefundedOrder({
  placedOrder,
  recorded,
  ...charge
}: OrderCharge): RefundedOrder | undefined {
  const refunds = recorded.filter(({ ofOrder }) => ofOrder);
  if (placedOrder?.id === undefined || refunds.length === 0) return undefined;
  const refunded = refundedAmountOfPlacedOrder({ chargedAmount: charge.chargedAmount, refunds });
  return { ...charge, orderId: placedOrder.id, refunds, refunded };
}
