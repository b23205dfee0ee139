import { type OrderCharge, type RefundedOrder, toRefundedOrder } from "../payment/refunded-order.ts";
import type { AttemptStatus, PaymentStatus } from "./payment-status.ts";

/** Returns the orders with recorded refunds. Refunds of other charges, such as a second payment of one cart, belong to no order. */
export function refundedOrders({
  payments,
  placed,
}: Pick<PaymentStatus, "payments" | "placed">): readonly RefundedOrder[] {
  const charges = payments.flatMap((payment) => orderCharges(payment, placed));
  return charges.flatMap((charge) => toRefundedOrder(charge) ?? []);
}

function orderCharges(payment: AttemptStatus, placed: PaymentStatus["placed"]): OrderCharge[] {
  const { orderNumber, merchantTenant, money, chargedAmount, refunds, subscription } = payment;
  const of = { orderNumber, merchantTenant };
  const later = (subscription?.cycles ?? []).filter(({ number }) => number > 1);
  return [
    { ...of, cycle: undefined, placed, charged: chargedAmount, recorded: refunds },
    ...later.map((each) => ({
      ...of,
      cycle: each.number,
      placed: each.placed,
      charged: money,
      recorded: each.refunds,
    })),
  ];
}
