import type { Money } from "../protocol/money/money.ts";
import type { PlacedOrder } from "./placed-order.ts";
import { type RecordedRefund, refundedForPlacedOrder } from "./recorded-refunds.ts";

/** An order of the shop, with the refunds that operators recorded of its money. The shop's own records of the order must have them. */
export interface RefundedOrder {
  /** The id that the host returned when it placed the order. */
  readonly orderId: string;
  /** The attempt that paid the order; of a renewal, the attempt that began the subscription. */
  readonly orderNumber: string;
  /** Of a renewal: its cycle. */
  readonly cycle: number | undefined;
  /** Whose merchant took the money. */
  readonly merchantTenant: string;
  /** The amount that was charged for the order. */
  readonly charged: Money;
  /** Oldest first. They can only become more. */
  readonly refunds: readonly RecordedRefund[];
  /** All refunds together. */
  readonly refunded: Money;
}

/** What was charged for an order, and all refunds that were recorded of the attempt or of the later cycle that paid it. */
export interface OrderCharge
  extends Pick<RefundedOrder, "orderNumber" | "cycle" | "merchantTenant" | "charged"> {
  readonly placed: PlacedOrder | undefined;
  readonly recorded: readonly RecordedRefund[];
}

/**
 * Returns the order with its refunds. Undefined if the order has no id, or no refund: refunds of other charges, such as a second payment
 * of one cart, belong to no order.
 */
export function toRefundedOrder({ placed, recorded, ...charge }: OrderCharge): RefundedOrder | undefined {
  const refunds = recorded.filter(({ ofOrder }) => ofOrder);
  if (placed?.id === undefined || refunds.length === 0) return undefined;
  const refunded = refundedForPlacedOrder({ money: charge.charged, refunds });
  return { ...charge, orderId: placed.id, refunds, refunded };
}
