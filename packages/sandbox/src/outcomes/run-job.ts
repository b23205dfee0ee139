import { insufficientFundsReason } from "../card-outcome.ts";
import type { GatewayJob, PlannedJob, PlannedJobOf } from "../clock/job.ts";
import { runDispute } from "../disputes/dispute-sender.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { runNotification } from "../notifier/notifier.ts";
import type { Order } from "../orders/order.ts";
import { endRefund } from "../refunds/refunds.ts";
import { findDeclineFault, retryFirstCharge } from "./first-charge.ts";
import { resolveCycle, resolveOrder } from "./order-outcomes.ts";
import { computeChargeRetryGap } from "./schedule-cycle.ts";

/** Runs a scheduled job. Each job ends in the same transaction as its effect. */
export async function runJob(planned: PlannedJob, core: GatewayCore): Promise<void> {
  const { orderStore, jobs } = core;
  const order = orderStore.byId(planned.orderRow);
  if (!order) return jobs.remove(planned);
  const { job } = planned;
  switch (job.kind) {
    case "notify":
      return runNotification(order, { ...planned, job }, core);
    case "dispute":
      return runDispute(order, { ...planned, job }, core);
    case "late_outcome":
      return orderStore.change(order, () => {
        jobs.remove(planned);
        const reason = job.as === "failed" ? { reason: "a later failure was reported" } : {};
        resolveOrder(order, { as: job.as, by: "fault", ...reason }, core);
      });
    case "first_charge":
      return orderStore.change(order, () => retryFirstCharge(order, { ...planned, job }, core));
    case "cycle":
      return orderStore.change(order, () => chargeCycle(order, { ...planned, job }, core));
    case "refund_result":
      return orderStore.change(order, () => void endRefund(order, { ...planned, job }, core));
    case "expire":
      return orderStore.change(order, () => {
        jobs.remove(planned);
        if (order.state !== "pending") return;
        resolveOrder(order, { as: "closed", by: "clock", reason: "nobody paid in time" }, core);
      });
  }
}

/**
 * Charges a cycle. A declined charge is repeated as often as the plan permits, then the cycle has failed
 * (PLAN-ATTEMPTS).
 */
function chargeCycle(order: Order, planned: PlannedJobOf<"cycle">, core: GatewayCore): void {
  const { orderStore, clock, faults, jobs, schedule } = core;
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
  resolveCycle(order, { cycle, reason: declined && insufficientFundsReason }, core);
}
