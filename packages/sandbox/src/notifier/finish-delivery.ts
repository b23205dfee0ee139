import type { GatewayJob, PlannedJob } from "../clock/job.ts";
import type { JobScheduler } from "../clock/job-scheduler.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import { type Delivery, maxStoredDeliveries, type Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import { recordNextDeliveryTime } from "./record-next-delivery-time.ts";

export interface FinishDependencies {
  readonly orderStore: OrderStore;
  readonly clock: SandboxClock;
  readonly schedule: JobScheduler;
  readonly jobs: JobStore;
  /** Milliseconds between the deliveries of a message. */
  readonly retryGaps: readonly number[];
}

/** A message after one of its tries. */
export interface TriedMessage {
  readonly planned: PlannedJob;
  readonly number: number;
  /** The number of tries, including this one. */
  readonly tries: number;
  readonly isDelivered: boolean;
  /** Whether the message has one try only. */
  readonly once: boolean;
  /** The job of the next try. */
  readonly next: GatewayJob;
}

/** Stores a finished delivery with what follows from it. */
export function finishDelivery(
  order: Order,
  { delivery, then }: { readonly delivery: Delivery; readonly then: () => void },
  { orderStore, jobs }: Pick<FinishDependencies, "orderStore" | "jobs">,
): void {
  orderStore.change(order, () => {
    order.deliveries = [...order.deliveries, delivery].slice(-maxStoredDeliveries);
    orderStore.note(order, { type: "delivery_ended", delivery });
    then();
    recordNextDeliveryTime(order, jobs);
  });
}

/** Schedules the next try of a message, or finishes the message, inside `OrderStore.change`. */
export function scheduleNextTry(
  order: Order,
  { planned, number, tries, isDelivered, once, next }: TriedMessage,
  { orderStore, clock, schedule, jobs, retryGaps }: FinishDependencies,
): void {
  const gap = once ? undefined : retryGaps[tries - 1];
  if (isDelivered || gap === undefined) {
    jobs.remove(planned);
    if (!isDelivered && !once) orderStore.note(order, { type: "gave_up", message: number, tries });
    return;
  }
  const due = clock.now() + gap;
  schedule.move({ id: planned.id, job: next }, due);
  const dueAt = formatIsoTime(due);
  orderStore.note(order, { type: "retry_planned", message: number, try: tries + 1, dueAt });
}
