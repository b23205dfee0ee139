import { refundedForPlacedOrder } from "../payment/recorded-refunds.ts";
import type { RefundedOrder } from "../ports/orders.ts";
import type { PaymentStatus } from "./payment-status.ts";

/** Returns the orders with recorded refunds. Refunds of other charges, such as a second payment of one cart, belong to no order. */
export function refundedOrders({
  payments,
  placed,
}: Pick<PaymentStatus, "payments" | "placed">): readonly RefundedOrder[] {
  return payments.flatMap(
    ({ orderNumber, merchantTenant, money, chargedAmount, refunds, subscription }): RefundedOrder[] => {
      const later = (subscription?.cycles ?? []).filter(({ number }) => number > 1);
      const charges = [
        { cycle: undefined, orderId: placed?.id, charged: chargedAmount, recorded: refunds },
        ...later.map((each) => ({
          cycle: each.number,
          orderId: each.placed?.id,
          charged: money,
          recorded: each.refunds,
        })),
      ];
      return charges.flatMap(({ orderId, recorded, ...charge }) => {
        const ofOrder = recorded.filter((each) => each.ofOrder);
        if (orderId === undefined || ofOrder.length === 0) return [];
        const refunded = refundedForPlacedOrder({ money, refunds: ofOrder });
        return [{ ...charge, orderId, orderNumber, merchantTenant, refunds: ofOrder, refunded }];
      });
    },
  );
}
