import type { Attempt } from "../payment/attempt.ts";
import { findPlacedOrder } from "../payment/placed-order.ts";
import type { Payment } from "../ports/store.ts";
import { hasPlacedOrderForCharge } from "./require-valid-recorded-refund.ts";

/**
 * Returns what a refund through the gateway gives back: money of the placed order, or a further payment of a reference whose
 * order is placed. Undefined if the order of the charge is not placed: it may still be placed.
 */
export function findRefundTarget(
  payment: Pick<Payment, "jobs" | "cycles">,
  { attempt, cycle }: { readonly attempt: Attempt; readonly cycle: number | undefined },
): { readonly ofOrder: boolean } | undefined {
  const ofOrder = hasPlacedOrderForCharge(payment, attempt, cycle);
  const isFurtherPayment = cycle === undefined && findPlacedOrder(payment.jobs) !== undefined;
  return ofOrder || isFurtherPayment ? { ofOrder } : undefined;
}
