import type { PlannedJob } from "../clock/job.ts";
import type { FaultKind } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { enqueueNotification } from "../notifier/notifier.ts";
import type { NotifiedResult, Order, Outcome } from "../orders/order.ts";
import type { OutcomeSource } from "../orders/order-event.ts";
import { scheduleCycle } from "./schedule-cycle.ts";

export interface NewOutcome {
  readonly as: NotifiedResult;
  readonly by: OutcomeSource;
  readonly reason?: string | undefined;
  /** `new` for the transaction of a new attempt. The first attempt of a pending order has its number already. */
  readonly transaction?: "new" | "same" | undefined;
  /** Whether the message waits until it is released. */
  readonly held?: boolean;
}

/**
 * Sets the outcome of an order in any state, and returns its message. Only the functions of this file set outcomes.
 *
 * @throws SandboxError `disk_full`
 */
export function resolveOrder(order: Order, newOutcome: NewOutcome, core: GatewayCore): PlannedJob {
  const { as, reason } = newOutcome;
  const { orderStore, clock, jobs } = core;
  return orderStore.change(order, () => {
    const first = order.state === "pending" || newOutcome.transaction === "same";
    order.transactionId = first ? order.transactionId : orderStore.freshNumber();
    order.state = as;
    order.decidedAt = clock.now();
    if (reason === undefined) delete order.failure;
    else order.failure = reason;
    jobs.removeOf(order.id, "expire");
    jobs.removeOf(order.id, "first_charge");
    const cycle = order.subscriptionId === undefined ? undefined : 1;
    const outcome = { as, transactionId: order.transactionId, paid: firstPaidAmount(order, as), cycle };
    const message = tell(order, { ...newOutcome, outcome }, core);
    if (newOutcome.by !== "fault") turnRound(order, as, core);
    if (as === "paid") scheduleCycle(order, 2, core);
    return message;
  });
}

/** Charges or declines one later cycle of a subscription. The first payment does not change. */
export function resolveCycle(
  order: Order,
  { cycle, reason }: { cycle: number; reason?: string | undefined },
  core: GatewayCore,
): void {
  const { orderStore } = core;
  orderStore.change(order, () => {
    const as = reason === undefined ? "paid" : "failed";
    order.transactionId = orderStore.freshNumber();
    const paid = as === "paid" ? order.amount : zeroAmount;
    const outcome = { as, transactionId: order.transactionId, paid, cycle } as const;
    tell(order, { as, by: "clock", reason, outcome }, core);
    scheduleCycle(order, cycle + 1, core);
  });
}

/** Closes a subscription: the shop is notified with `enabled` 0 (NOT-ENABLED). */
export function closeSubscription(order: Order, by: "control" | "shop", core: GatewayCore): void {
  const { orderStore, faults, jobs } = core;
  const goesOn = faults.of(order).some(({ kind }) => kind === "charge_after_closing");
  const alone = faults.of(order).find(({ kind }) => kind === "close_without_charge");
  orderStore.change(order, () => {
    order.subscriptionClosed = true;
    if (!goesOn) jobs.removeOf(order.id, "cycle");
    const how = alone ? "The shop gets a notification" : "The last outcome is sent again";
    const says = `No further cycle is charged. ${how}, with enabled 0.`;
    orderStore.note(order, { type: "subscription_closed", by, says });
    if (!order.outcome) return;
    if (alone) orderStore.noteFault(order, alone);
    order.outcome = alone
      ? { as: "closed", transactionId: orderStore.freshNumber(), paid: zeroAmount, enabled: "0" }
      : { ...order.outcome, enabled: "0" };
    enqueueNotification(order, { outcome: order.outcome }, core);
  });
}

function tell(
  order: Order,
  { as, by, reason, held = false, outcome }: NewOutcome & { readonly outcome: Outcome },
  core: GatewayCore,
): PlannedJob {
  order.outcome = outcome;
  if (as === "paid") recordPaidTransaction(order, outcome, core.clock.now());
  const { transactionId, cycle } = outcome;
  core.orderStore.note(order, { type: "decided", as, by, transactionId, reason, cycle });
  return enqueueNotification(order, { outcome, held }, core);
}

/** Schedules the faults that reverse an outcome later. An outcome by a fault is not reversed. */
function turnRound(order: Order, as: NotifiedResult, { orderStore, clock, faults, schedule }: GatewayCore) {
  for (const fault of faults.of(order)) {
    const [from, into] = reversals[fault.kind] ?? [];
    if (as !== from || into === undefined || !("seconds" in fault)) continue;
    orderStore.noteFault(order, fault);
    schedule.plan(order.id, clock.now() + fault.seconds * 1000, { kind: "late_outcome", as: into });
  }
}

/** The faults that reverse an outcome some seconds later. */
const reversals: Partial<Record<FaultKind, readonly [from: NotifiedResult, into: "paid" | "failed"]>> = {
  succeed_after_fail: ["failed", "paid"],
  fail_after_success: ["paid", "failed"],
  succeed_after_close: ["closed", "paid"],
  pay_twice: ["paid", "paid"],
};

const zeroAmount = "0.00";

/**
 * Returns what the buyer paid: nothing for a failed payment, the first period's amount for a plan that has one
 * (PLAN-FIRST).
 */
function firstPaidAmount(order: Order, as: NotifiedResult): string {
  if (as !== "paid") return zeroAmount;
  return order.plan?.first_period_amount ?? order.amount;
}

/** A repeated success of one transaction pays once. */
function recordPaidTransaction(order: Order, { transactionId, paid, cycle }: Outcome, paidAt: number): void {
  const others = (order.paidTransactions ?? []).filter((known) => known.transactionId !== transactionId);
  order.paidTransactions = [...others, { transactionId, amount: paid, paidAt, cycle }];
}
