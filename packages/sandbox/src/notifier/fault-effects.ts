import type { NotificationMessage } from "../clock/job.ts";
import { type Fault, faultSettings } from "../faults/fault.ts";
import type { Order } from "../orders/order.ts";

/** Whether a fault changes this delivery of a notification, and has not reached its limit of tries. */
export function changesNotification(
  fault: Fault,
  { subscriptionId }: Order,
  { outcome, tries }: NotificationMessage,
): boolean {
  if (!("tries" in faultSettings[fault.kind]) || fault.kind === "drop_dispute") return false;
  const limit = "tries" in fault ? fault.tries : undefined;
  if (limit !== undefined && tries >= limit) return false;
  if (fault.kind === "own_order_id") return outcome.cycle !== undefined && outcome.cycle !== 1;
  const isOfSubscription = fault.kind === "wrong_cycle" || fault.kind === "wrong_subscription";
  return !isOfSubscription || subscriptionId !== undefined;
}
