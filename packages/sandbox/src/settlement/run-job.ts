import type { Book } from "../book/book.ts";
import type { Order } from "../book/order.ts";
import type { Job, PlannedJob } from "../clock/job.ts";
import type { JobShelf } from "../clock/job-shelf.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Schedule } from "../clock/schedule.ts";
import type { Fault } from "../faults/fault.ts";
import type { FaultDesk } from "../faults/fault-desk.ts";
import { faultSays } from "../faults/fault-words.ts";
import type { Notifier } from "../notifier/notifier.ts";
import { attemptGap } from "./cycle.ts";
import type { Settlement } from "./settlement.ts";

export interface JobParts {
  readonly book: Book;
  readonly clock: SandboxClock;
  readonly schedule: Schedule;
  readonly jobs: JobShelf;
  readonly faults: FaultDesk;
  readonly notifier: Notifier;
  readonly settlement: Settlement;
}

/** Does what was planned. Each ends its job in the same change that does the thing. */
export async function runJob(planned: PlannedJob, parts: JobParts): Promise<void> {
  const { book, jobs, settlement } = parts;
  const order = book.byId(planned.orderId);
  if (!order) return jobs.remove(planned);
  const { job } = planned;
  switch (job.kind) {
    case "notify":
      return parts.notifier.run(order, { ...planned, job });
    case "settle":
      return book.change(order, () => {
        jobs.remove(planned);
        const reason = job.as === "failed" ? { reason: "a later failure was reported" } : {};
        settlement.settle(order, { as: job.as, by: "fault", ...reason });
      });
    case "cycle":
      return book.change(order, () => chargeCycle(order, { ...planned, job }, parts));
    case "expire":
      return book.change(order, () => {
        jobs.remove(planned);
        if (order.state !== "pending") return;
        settlement.settle(order, { as: "closed", by: "clock", reason: "nobody paid in time" });
      });
  }
}

type CycleJob = PlannedJob & { readonly job: Extract<Job, { kind: "cycle" }> };

/** PLAN-ATTEMPTS: a charge that is declined is tried again, as often as the plan says; then the cycle has failed. */
function chargeCycle(order: Order, planned: CycleJob, parts: JobParts): void {
  const { book, clock, faults, jobs, schedule, settlement } = parts;
  const { cycle, attempt } = planned.job;
  const { plan } = order;
  const goesOn = faults.of(order).some(({ kind }) => kind === "charge_after_closing");
  if (!plan || (order.subscriptionClosed && !goesOn)) {
    jobs.remove(planned);
    return;
  }
  const declined = faults
    .of(order)
    .find((fault) => fault.kind === "decline_cycle" && declines(fault, attempt));
  if (declined)
    book.note(order, { type: "fault_applied", fault: "decline_cycle", says: faultSays(declined) });
  if (declined && attempt < Number(plan.attempts)) {
    const job: Job = { ...planned.job, attempt: attempt + 1 };
    schedule.move({ id: planned.id, job }, clock.now() + attemptGap(plan));
    return;
  }
  jobs.remove(planned);
  settlement.settleCycle(order, cycle, declined ? "insufficient funds" : undefined);
}

/** Whether this attempt of a cycle has no funds, or the buyer has some again. */
function declines({ attempts }: Extract<Fault, { kind: "decline_cycle" }>, attempt: number): boolean {
  return attempts === undefined || attempt <= attempts;
}
