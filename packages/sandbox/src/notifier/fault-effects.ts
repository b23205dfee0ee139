import type { NotificationMessage } from "../clock/job.ts";
import type { Fault } from "../faults/fault.ts";
import type { Order } from "../orders/order.ts";

/** Whether a fault changes this delivery, and has not reached its limit. */
export function changesNotification(
  fault: Fault,
  { subscriptionId }: Order,
  { outcome, tries }: NotificationMessage,
): boolean {
  switch (fault.kind) {
    case "own_order_id":
      return outcome.cycle !== undefined && outcome.cycle !== 1 && hasTriesLeft(fault, tries);
    case "wrong_cycle":
    case "wrong_subscription":
      return subscriptionId !== undefined && hasTriesLeft(fault, tries);
    case "drop":
    case "corrupt_sign":
    case "unsigned":
    case "wrong_amount":
    case "wrong_currency":
    case "wrong_transaction":
    case "other_merchant":
    case "other_order":
    case "wrong_token":
      return hasTriesLeft(fault, tries);
    default:
      return false;
  }
}

/** Whether the fault has deliveries left. */
function hasTriesLeft({ tries: limit }: { readonly tries?: number | undefined }, tries: number): boolean {
  return limit === undefined || tries < limit;
}
