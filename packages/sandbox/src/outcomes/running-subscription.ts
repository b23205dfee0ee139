import type { JobStore } from "../clock/job-store.ts";
import type { Order } from "../orders/order.ts";

/** Whether the gateway will charge further cycles. A late failure does not end a plan. */
export function isRunningSubscription(order: Order, jobs: JobStore): boolean {
  if (order.subscriptionId === undefined || order.subscriptionClosed) return false;
  return order.state === "paid" || jobs.nextOf(order.id, "cycle") !== undefined;
}
