import { type BookStatus, type Money, type RecordedRefund, refundedOfOrder } from "@pay-index/core";

/** The refunds that staff recorded for one placed order. Medusa's books of that order must show them. */
export interface OrderRefunds {
  readonly orderId: string;
  readonly orderNumber: string;
  /** Of a subscription: the later cycle that the order renews. */
  readonly cycle: number | undefined;
  readonly refunds: readonly RecordedRefund[];
  /** All of them together. */
  readonly sum: Money;
}

/** By order. Money of other charges, such as a second payment of the same cart, is in none of Medusa's books. */
export function refundsToBook({
  payments,
  placed,
}: Pick<BookStatus, "payments" | "placed">): readonly OrderRefunds[] {
  return payments.flatMap(({ orderNumber, money, refunds, subscription }) => {
    const later = (subscription?.cycles ?? []).filter(({ number }) => number > 1);
    const sources = [
      { cycle: undefined, orderId: placed?.id, refunds },
      ...later.map((each) => ({ cycle: each.number, orderId: each.placed?.id, refunds: each.refunds })),
    ];
    return sources.flatMap(({ orderId, cycle, refunds: recorded }) => {
      const ofOrder = recorded.filter((each) => each.ofOrder);
      if (orderId === undefined || ofOrder.length === 0) return [];
      const sum = refundedOfOrder({ money, refunds: ofOrder });
      return [{ orderId, orderNumber, cycle, refunds: ofOrder, sum }];
    });
  });
}
