import { insufficientFundsReason } from "../card-outcome.ts";
import type { GatewayJobOf, PlannedJobOf } from "../clock/job.ts";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Order } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import { resolveOrder } from "./order-outcomes.ts";
import { computeChargeRetryGap } from "./schedule-cycle.ts";

/** Returns the fault that declines this attempt to charge a subscription. */
export function findDeclineFault(
  faults: readonly Fault[],
  kind: "decline_first_charge" | "decline_cycle",
  attempt: number,
): Fault | undefined {
  return faults.find(
    (fault) => fault.kind === kind && (fault.attempts === undefined || attempt <= fault.attempts),
  );
}

/** Returns whether a fault declines this attempt of the first charge, and records the fault in the timeline. */
export function declineFirstChargeByFault(
  order: Order,
  attempt: number,
  { orderStore, faults }: GatewayCore,
): boolean {
  if (order.subscriptionId === undefined) return false;
  const fault = findDeclineFault(faults.of(order), "decline_first_charge", attempt);
  if (fault) orderStore.noteFault(order, fault);
  return fault !== undefined;
}

/**
 * Plans the next attempt after a first charge without sufficient funds, inside `OrderStore.change`. Returns false if the
 * plan permits no further attempt (PLAN-ATTEMPTS, PLAN-INTERVAL).
 */
export function scheduleFirstChargeRetry(
  order: Order,
  { attempt, declinedBy }: Pick<GatewayJobOf<"first_charge">, "attempt" | "declinedBy">,
  { orderStore, clock, schedule }: GatewayCore,
): boolean {
  const { plan } = order;
  const attempts = Number(plan?.attempts);
  if (!plan || attempt >= attempts) return false;
  const due = clock.now() + computeChargeRetryGap(plan);
  order.step = "none";
  order.failure = insufficientFundsReason;
  schedule.plan(order.id, due, { kind: "first_charge", attempt: attempt + 1, declinedBy });
  const dueAt = formatIsoTime(due);
  orderStore.note(order, {
    type: "charge_declined",
    reason: insufficientFundsReason,
    attempt,
    attempts,
    dueAt,
  });
  return true;
}

/** Tries the first charge again. The shop is notified once: of the success, or of the last decline. */
export function retryFirstCharge(
  order: Order,
  planned: PlannedJobOf<"first_charge">,
  core: GatewayCore,
): void {
  const { attempt, declinedBy } = planned.job;
  core.jobs.remove(planned);
  const declined = declinedBy === "card" || declineFirstChargeByFault(order, attempt, core);
  if (!declined) resolveOrder(order, { as: "paid", by: "clock" }, core);
  else if (!scheduleFirstChargeRetry(order, { attempt, declinedBy }, core))
    resolveOrder(order, { as: "failed", by: "clock", reason: insufficientFundsReason }, core);
}
