import type { Job } from "./job.ts";
import type { CycleKey } from "./subscription/cycle.ts";

/** The order that the host placed for a payment or a later cycle. */
export interface PlacedOrder {
  /** ISO instant in UTC. */
  readonly at: string;
  /** Undefined if the host returned none. */
  readonly id?: string;
}

/** Returns the order that a job placed. Undefined while the job is open, and if it ended without an order. */
export function placedOrderOf(job: Job | undefined): PlacedOrder | undefined {
  if (job?.outcome?.kind !== "placed") return undefined;
  const { at, orderId } = job.outcome;
  return { at, ...(orderId === undefined ? {} : { id: orderId }) };
}

/** Returns the order of a payment: the one that was placed for its winning attempt. */
export function findPlacedOrder(jobs: readonly Job[]): PlacedOrder | undefined {
  const placing = jobs.find((job) => job.kind === "place-order" && job.outcome?.kind === "placed");
  return placedOrderOf(placing);
}

/** Returns the renewal that was placed for a later cycle. */
export function findPlacedRenewal(
  jobs: readonly Job[],
  { attemptId, number }: CycleKey,
): PlacedOrder | undefined {
  return placedOrderOf(
    jobs.find((job) => job.attemptId === attemptId && job.kind === "place-renewal" && job.cycle === number),
  );
}

/**
 * Whether an attempt can no longer place its order: its job ended without one. Staff have refunded or dismissed it, or it became
 * unnecessary.
 */
export function endedWithoutOrder(jobs: readonly Job[], attemptId: string): boolean {
  const placing = jobs.find((job) => job.kind === "place-order" && job.attemptId === attemptId);
  return placing?.status === "completed" && placedOrderOf(placing) === undefined;
}
