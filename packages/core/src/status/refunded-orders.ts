import { type OrderCharge, type RefundedOrder, toRefundedOrder } from "../payment/returned-money.ts";
import type { AttemptStatus, PaymentState, PaymentStatus } from "./payment-status.ts";

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

/** Whether a payment in each state is open, paid or under review. */
const lockingStates: Readonly<Record<PaymentState, boolean>> = {
  none: false,
  created: true,
  pending: true,
  approved: true,
  paid: true,
  review: true,
  failed: false,
  closed: false,
  refunded: false,
};

/** Whether the shop must not change an order, because its payment is open, paid or under review: a change would undo the sale. */
export function locksOrder(state: PaymentState): boolean {
  return lockingStates[state];
}
