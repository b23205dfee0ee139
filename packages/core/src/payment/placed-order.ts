import type { Job } from "./job.ts";
import type { CycleKey } from "./subscription/cycle.ts";

/** The order that the host placed for a payment or a later cycle. */
export interface PlacedOrder {
  /** ISO instant in UTC. */
  readonly at: string;
  /** Undefined where the host returned none. */
  readonly id?: string;
}

/**
 * Returns the order that a `paid` or `cycle` job placed. Undefined while the job is open, and if it ended with a note: an operator, or
 * another attempt, ended it, and no order was placed.
 */
export function placedOrderOf(job: Job | undefined): PlacedOrder | undefined {
  if (job?.status !== "done" || job.result === undefined || job.result.note !== undefined) return undefined;
  const { at, placed } = job.result;
  return { at, ...(placed === undefined ? {} : { id: placed }) };
}

/** Returns the order of a payment: the one that was placed for its winning attempt. */
export function findPlacedOrder(jobs: readonly Job[]): PlacedOrder | undefined {
  for (const job of jobs) {
    const placed = job.kind === "paid" ? placedOrderOf(job) : undefined;
    if (placed !== undefined) return placed;
  }
  return undefined;
}

/** Returns the renewal that was placed for a later cycle. */
export function findPlacedRenewal(
  jobs: readonly Job[],
  { orderNumber, number }: CycleKey,
): PlacedOrder | undefined {
  return placedOrderOf(
    jobs.find((job) => job.orderNumber === orderNumber && job.kind === "cycle" && job.cycle === number),
  );
}
