import type { PlannedJob } from "../clock/job.ts";
import type { JobScheduler } from "../clock/job-scheduler.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Fault } from "../faults/fault.ts";
import { describeFault } from "../faults/fault-text.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { FaultRules } from "../orders/fault-rules.ts";
import type { NotifiedResult, Order, Outcome } from "../orders/order.ts";
import type { OutcomeSource } from "../orders/order-event.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { scheduleCycle } from "./schedule-cycle.ts";

export interface OrderOutcomesDependencies {
  readonly orderStore: OrderStore;
  readonly clock: SandboxClock;
  readonly schedule: JobScheduler;
  readonly jobs: JobStore;
  readonly notifier: Notifier;
  readonly faults: FaultRules;
}

export interface NewOutcome {
  readonly as: NotifiedResult;
  readonly by: OutcomeSource;
  readonly reason?: string;
  /** `new` for the transaction of a new attempt. The first attempt of a pending order has its number already. */
  readonly transaction?: "new" | "same";
  /** Whether the message waits until it is released. */
  readonly held?: boolean;
}

/**
 * Sets the outcomes of orders, and creates their messages for the shop. The only place where an order becomes paid,
 * failed or closed.
 */
export class OrderOutcomes {
  readonly #options: OrderOutcomesDependencies;

  constructor(options: OrderOutcomesDependencies) {
    this.#options = options;
  }

  /** Sets the outcome of an order in any state, and returns its message. @throws SandboxError `disk_full` */
  resolve(order: Order, newOutcome: NewOutcome): PlannedJob {
    const { as, reason } = newOutcome;
    return this.#options.orderStore.change(order, () => {
      const first = order.state === "pending" || newOutcome.transaction === "same";
      order.transactionId = first ? order.transactionId : this.#options.orderStore.freshNumber();
      order.state = as;
      order.decidedAt = this.#options.clock.now();
      if (reason === undefined) delete order.failure;
      else order.failure = reason;
      this.#options.jobs.removeOf(order.id, "expire");
      this.#options.jobs.removeOf(order.id, "first_charge");
      const cycle = order.subscriptionId === undefined ? {} : { cycle: 1 };
      const outcome = { as, transactionId: order.transactionId, paid: firstPaidAmount(order, as), ...cycle };
      const message = this.#tell(order, outcome, newOutcome);
      if (newOutcome.by !== "fault") this.#turnRound(order, as);
      if (as === "paid") scheduleCycle(order, 2, this.#options);
      return message;
    });
  }

  /** Charges or declines one later cycle of a subscription. The first payment does not change. */
  resolveCycle(order: Order, cycle: number, reason?: string): void {
    const { orderStore } = this.#options;
    orderStore.change(order, () => {
      const as = reason === undefined ? "paid" : "failed";
      order.transactionId = orderStore.freshNumber();
      const paid = as === "paid" ? order.amount : zeroAmount;
      const outcome = { as, transactionId: order.transactionId, paid, cycle } as const;
      this.#tell(order, outcome, { as, by: "clock", ...(reason === undefined ? {} : { reason }) });
      scheduleCycle(order, cycle + 1, this.#options);
    });
  }

  /** Closes a subscription: the shop is notified with `enabled` 0 (NOT-ENABLED). */
  closeSubscription(order: Order, by: "control" | "shop"): void {
    const { orderStore, clock, faults, jobs, notifier } = this.#options;
    const goesOn = faults.of(order).some(({ kind }) => kind === "charge_after_closing");
    const alone = faults.of(order).find(({ kind }) => kind === "close_without_charge");
    orderStore.change(order, () => {
      order.subscriptionClosed = true;
      if (!goesOn) jobs.removeOf(order.id, "cycle");
      const how = alone ? "The shop gets a notification" : "The last outcome is sent again";
      const says = `No further cycle is charged. ${how}, with enabled 0.`;
      orderStore.note(order, { type: "subscription_closed", by, says });
      if (!order.outcome) return;
      if (alone)
        orderStore.note(order, { type: "fault_applied", fault: alone.kind, says: describeFault(alone) });
      order.outcome = alone ? this.#closingAlone() : { ...order.outcome, enabled: "0" };
      notifier.enqueue(order, order.outcome, { due: clock.now() });
    });
  }

  /** Returns an outcome that only reports the closing. */
  #closingAlone(): Outcome {
    const transactionId = this.#options.orderStore.freshNumber();
    return { as: "closed", transactionId, paid: zeroAmount, enabled: "0" };
  }

  #tell(order: Order, outcome: Outcome, { as, by, reason, held }: NewOutcome): PlannedJob {
    const { orderStore, clock, notifier } = this.#options;
    order.outcome = outcome;
    if (as === "paid") recordPaidTransaction(order, outcome, clock.now());
    const { transactionId, cycle } = outcome;
    orderStore.note(order, {
      type: "decided",
      as,
      by,
      transactionId,
      ...(reason === undefined ? {} : { reason }),
      ...(cycle === undefined ? {} : { cycle }),
    });
    return notifier.enqueue(order, outcome, { due: clock.now(), held: held ?? false });
  }

  /** Schedules the faults that reverse an outcome later. An outcome by a fault is not reversed. */
  #turnRound(order: Order, as: NotifiedResult): void {
    const { orderStore, clock, faults, schedule } = this.#options;
    for (const fault of faults.of(order)) {
      const next = findReversal(fault, as);
      if (!next) continue;
      const { into, seconds } = next;
      orderStore.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
      schedule.plan(order.id, clock.now() + seconds * 1000, { kind: "late_outcome", as: into });
    }
  }
}

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
  const paidTransaction = { transactionId, amount: paid, paidAt, ...(cycle === undefined ? {} : { cycle }) };
  order.paidTransactions = [...others, paidTransaction];
}

function findReversal(
  fault: Fault,
  as: NotifiedResult,
): { into: "paid" | "failed"; seconds: number } | undefined {
  switch (fault.kind) {
    case "succeed_after_fail":
      return as === "failed" ? { into: "paid", seconds: fault.seconds } : undefined;
    case "fail_after_success":
      return as === "paid" ? { into: "failed", seconds: fault.seconds } : undefined;
    case "succeed_after_close":
      return as === "closed" ? { into: "paid", seconds: fault.seconds } : undefined;
    case "pay_twice":
      return as === "paid" ? { into: "paid", seconds: fault.seconds } : undefined;
    default:
      return undefined;
  }
}
