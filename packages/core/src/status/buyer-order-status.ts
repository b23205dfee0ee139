import type { PaymentState, PaymentStatus } from "./payment-status.ts";

type Payment = Pick<PaymentStatus, "state" | "placedOrder" | "attempts" | "reviewItems">;

/** The order of a buyer, as the host knows it. */
export interface HostOrderPlacedAndFree {
  /** Whether the host has placed the order, by this payment or in another way. */
  readonly isPlaced: boolean;
  /** Whether no part of its total must be paid through the gateway: it costs nothing, or other payment methods cover it. */
  readonly isFree: boolean;
}

/** The status of an order and its payment, for its buyer. */
export interface BuyerOrderStatus {
  readonly state: PaymentState;
  readonly isPlaced: boolean;
  /** Whether staff must resolve a review item before the order can be placed. False while the order is being placed. */
  readonly isBeingChecked: boolean;
}

/**
 * Returns the status that a buyer sees for an order. An order that the host placed in another way counts as placed. While the order of a
 * paid payment is being placed, the host's order can be incomplete, so it does not count.
 */
export function buyerOrderStatusOf(payment: Payment, order: HostOrderPlacedAndFree): BuyerOrderStatus {
  const isWaiting = isAwaitingReview(payment);
  const isBeingPlaced = payment.state === "paid" && !isWaiting;
  const isPlaced = payment.placedOrder !== undefined || (order.isPlaced && !isBeingPlaced);
  return {
    state: orderState(payment.state, order),
    isPlaced,
    isBeingChecked: !isPlaced && isWaiting,
  };
}

/** An order that the gateway need not be paid for has no payment in core, but counts as paid once it is placed. */
function orderState(state: PaymentState, { isPlaced, isFree }: HostOrderPlacedAndFree): PaymentState {
  return state === "none" && isPlaced && isFree ? "paid" : state;
}

function isAwaitingReview({ state, placedOrder, attempts, reviewItems }: Payment): boolean {
  if (state === "review") return true;
  if (state !== "paid" || placedOrder !== undefined) return false;
  const winner = attempts.find(({ isWinning }) => isWinning)?.attemptId;
  return reviewItems.some(
    ({ kind, attemptId }) => kind === "order-not-placed" && (winner === undefined || winner === attemptId),
  );
}
