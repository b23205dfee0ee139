import type { PaymentState } from "./payment-status.ts";

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
