import { type OrderCharge, type RefundedOrder, toRefundedOrder } from "../payment/refunded-order.ts";
import type { AttemptStatus, PaymentStatus } from "./payment-status.ts";

/** Returns the orders with recorded refunds. Refunds of other charges, such as a second payment of one cart, belong to no order. */
export function refundedOrders({
  attempts,
  placedOrder,
}: Pick<PaymentStatus, "attempts" | "placedOrder">): readonly RefundedOrder[] {
  const charges = attempts.flatMap((attempt) => orderCharges(attempt, placedOrder));
  return charges.flatMap((charge) => toRefundedOrder(charge) ?? []);
}

function orderCharges(attempt: AttemptStatus, placedOrder: PaymentStatus["placedOrder"]): OrderCharge[] {
  const { attemptId, merchantTenant, amount, chargedAmount, refunds, subscription } = attempt;
  const of = { attemptId, merchantTenant };
  const later = (subscription?.cycles ?? []).filter(({ number }) => number > 1);
  return [
    { ...of, cycle: undefined, placedOrder, chargedAmount, recorded: refunds },
    ...later.map((each) => ({
      ...of,
      cycle: each.number,
      placedOrder: each.placedOrder,
      chargedAmount: amount,
      recorded: each.refunds,
    })),
  ];
}
