import type { JobStore } from "../clock/job-store.ts";
import type { Order } from "../orders/order.ts";

/** Records when the earliest planned delivery of an order is due, inside `OrderStore.change`. */
export function recordNextDeliveryTime(order: Order, jobs: JobStore): void {
  const due = [jobs.nextOf(order.id, "notify"), jobs.nextOf(order.id, "dispute")].filter(
    (time) => time !== undefined,
  );
  if (due.length === 0) delete order.nextDeliveryAt;
  else order.nextDeliveryAt = Math.min(...due);
}
