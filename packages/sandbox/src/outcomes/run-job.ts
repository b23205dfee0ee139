import { insufficientFundsReason } from "../card-outcome.ts";
import type { GatewayJob, PlannedJob, PlannedJobOf } from "../clock/job.ts";
import type { DisputeSender } from "../disputes/dispute-sender.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { Order } from "../orders/order.ts";
import type { Refunds } from "../refunds/refunds.ts";
import { findDeclineFault, retryFirstCharge } from "./first-charge.ts";
import type { OrderOutcomes } from "./order-outcomes.ts";
import { computeChargeRetryGap } from "./schedule-cycle.ts";

export interface JobDependencies extends GatewayCore {
  readonly notifier: Notifier;
  readonly outcomes: OrderOutcomes;
  readonly refunds: Refunds;
  readonly disputes: DisputeSender;
}

/** Runs a scheduled job. Each job ends in the same transaction as its effect. */
export async function runJob(planned: PlannedJob, parts: JobDependencies): Promise<void> {
  const { orderStore, jobs, outcomes } = parts;
  const order = orderStore.byId(planned.orderRow);
  if (!order) return jobs.remove(planned);
  const { job } = planned;
  switch (job.kind) {
    case "notify":
      return parts.notifier.run(order, { ...planned, job });
    case "dispute":
      return parts.disputes.run(order, { ...planned, job });
    case "late_outcome":
      return orderStore.change(order, () => {
        jobs.remove(planned);
        const reason = job.as === "failed" ? { reason: "a later failure was reported" } : {};
        outcomes.resolve(order, { as: job.as, by: "fault", ...reason });
      });
    case "first_charge":
      return orderStore.change(order, () => retryFirstCharge(order, { ...planned, job }, parts));
    case "cycle":
      return orderStore.change(order, () => chargeCycle(order, { ...planned, job }, parts));
    case "refund_result":
      return orderStore.change(order, () => void parts.refunds.end(order, { ...planned, job }));
    case "expire":
      return orderStore.change(order, () => {
        jobs.remove(planned);
        if (order.state !== "pending") return;
        outcomes.resolve(order, { as: "closed", by: "clock", reason: "nobody paid in time" });
      });
  }
}

/**
 * Charges a cycle. A declined charge is repeated as often as the plan permits, then the cycle has failed
 * (PLAN-ATTEMPTS).
 */
function chargeCycle(order: Order, planned: PlannedJobOf<"cycle">, parts: JobDependencies): void {
  const { orderStore, clock, faults, jobs, schedule, outcomes } = parts;
  const { cycle, attempt } = planned.job;
  const { plan } = order;
  const goesOn = faults.of(order).some(({ kind }) => kind === "charge_after_closing");
  if (!plan || (order.subscriptionClosed && !goesOn)) {
    jobs.remove(planned);
    return;
  }
  const declined = findDeclineFault(faults.of(order), "decline_cycle", attempt);
  if (declined) orderStore.noteFault(order, declined);
  if (declined && attempt < Number(plan.attempts)) {
    const job: GatewayJob = { ...planned.job, attempt: attempt + 1 };
    schedule.move({ id: planned.id, job }, clock.now() + computeChargeRetryGap(plan));
    return;
  }
  jobs.remove(planned);
  outcomes.resolveCycle(order, cycle, declined ? insufficientFundsReason : undefined);
}
