import type { GatewayJob, PlannedJob } from "../clock/job.ts";
import type { JobScheduler } from "../clock/job-scheduler.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { DisputeSender } from "../disputes/dispute-sender.ts";
import { describeFault } from "../faults/fault-text.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { FaultRules } from "../orders/fault-rules.ts";
import type { Order, PaidTransaction } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import { findPaidTransaction } from "../orders/paid-transaction.ts";
import type { Refund, RefundSource, RefundState, RefundView } from "../orders/refund.ts";
import type { QuirkSettings } from "../quirks/quirk-settings.ts";
import { formatTenThousandths, parseTenThousandths } from "../sale/amount.ts";
import type { RefundStore } from "./refund-store.ts";

export interface RefundsDependencies {
  readonly orderStore: OrderStore;
  readonly refundStore: RefundStore;
  readonly clock: SandboxClock;
  readonly schedule: JobScheduler;
  readonly jobs: JobStore;
  readonly disputes: DisputeSender;
  readonly notifier: Notifier;
  readonly quirks: QuirkSettings;
  readonly faults: FaultRules;
  /** Milliseconds from the acceptance of a refund to its end. */
  readonly refundAfter: number;
}

/** A requested refund. */
export interface NewRefund {
  readonly paid: PaidTransaction;
  readonly units: bigint;
  readonly reason: string;
  readonly by: RefundSource;
}

type RefundJob = PlannedJob & { readonly job: Extract<GatewayJob, { kind: "refund_result" }> };

/** Accepts refunds and ends them. The only place where a refund changes. */
export class Refunds {
  readonly #options: RefundsDependencies;

  constructor(options: RefundsDependencies) {
    this.#options = options;
  }

  /** Returns what can still be refunded of a transaction. Only a failed refund gives its amount back. */
  left(order: Order, { transactionId, amount }: PaidTransaction): bigint {
    return (
      parseTenThousandths(amount) -
      this.#options.refundStore.sum(order, transactionId, ["requested", "succeeded"])
    );
  }

  /** Whether everything that a transaction paid was refunded. */
  isFullyRefunded(order: Order, { transactionId, amount }: PaidTransaction): boolean {
    return this.#options.refundStore.sum(order, transactionId, ["succeeded"]) >= parseTenThousandths(amount);
  }

  /** Returns the refunds of an order, oldest first. */
  of(order: Order): readonly Refund[] {
    return this.#options.refundStore.of(order);
  }

  views(order: Order): readonly RefundView[] {
    return this.of(order).map(({ id, transactionId, units, state, reason, requestedAt }) => ({
      refundId: id,
      transactionId,
      amount: formatTenThousandths(units, order.amount),
      state,
      reason,
      requestedAt: formatIsoTime(requestedAt),
    }));
  }

  /** Accepts a refund, inside `OrderStore.change`. The caller has checked its amount. */
  accept(order: Order, { paid, units, reason, by }: NewRefund): Refund {
    const { orderStore, refundStore, clock, schedule } = this.#options;
    const requestedAt = clock.now();
    const refund: Refund = {
      id: orderStore.freshNumber(),
      transactionId: paid.transactionId,
      units,
      state: "requested",
      reason,
      requestedAt,
    };
    refundStore.add(order, refund);
    orderStore.note(order, {
      type: "refund_requested",
      by,
      refundId: refund.id,
      transactionId: refund.transactionId,
      amount: formatTenThousandths(units, order.amount),
      reason,
    });
    const { as, after } = this.#foresee(order);
    schedule.plan(order.id, requestedAt + after, { kind: "refund_result", refundId: refund.id, by, as });
    return refund;
  }

  /** Returns how and after how many milliseconds a refund ends: as the options say, unless a fault changes it. */
  #foresee(order: Order): { as: "succeeded" | "failed"; after: number } {
    const { orderStore, faults, refundAfter } = this.#options;
    let [as, after]: ["succeeded" | "failed", number] = ["succeeded", refundAfter];
    for (const fault of faults.of(order)) {
      if (fault.kind !== "fail_refund" && fault.kind !== "slow_refund") continue;
      if (fault.kind === "fail_refund") as = "failed";
      else after = fault.seconds * 1000;
      orderStore.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
    }
    return { as, after };
  }

  /** Ends the order's requested refunds now, and sends their messages. Resolves when the first tries are over. */
  async endEarly(order: Order): Promise<void> {
    const { orderStore, jobs, schedule } = this.#options;
    const messages = orderStore.change(order, () =>
      jobs.of(order.id).flatMap((planned) => {
        const { job } = planned;
        return job.kind === "refund_result" ? (this.end(order, { ...planned, job }) ?? []) : [];
      }),
    );
    await Promise.all(messages.map((message) => schedule.now(message)));
  }

  /** Ends an accepted refund, inside `OrderStore.change`. Returns its message for the shop. */
  end(order: Order, planned: RefundJob): PlannedJob | undefined {
    const { orderStore, refundStore, jobs, quirks } = this.#options;
    jobs.remove(planned);
    const { refundId, by, as } = planned.job;
    const refund = this.of(order).find(({ id }) => id === refundId);
    if (refund?.state !== "requested") return undefined;
    refundStore.end(refund, as);
    const { transactionId } = refund;
    const amount = formatTenThousandths(refund.units, order.amount);
    orderStore.note(order, { type: "refund_ended", as, refundId, transactionId, amount });
    const { staffRefunds } = quirks.of(order.merchant.id);
    return by === "control" && staffRefunds === "repeated_success"
      ? this.#repeatSuccess(order, transactionId, as)
      : this.#reportToWebhook(order, { ...refund, state: as });
  }

  #reportToWebhook(
    order: Order,
    { id, transactionId, units, state, reason }: Refund,
  ): PlannedJob | undefined {
    return this.#options.disputes.report(order, {
      type: "refund",
      refundId: id,
      transactionId,
      amount: findPaidTransaction(order, transactionId)?.amount ?? order.amount,
      refundAmount: formatTenThousandths(units, order.amount),
      status: state === "succeeded" ? "00" : "11",
      content: reason,
    });
  }

  /** Notifies the shop with the fields of the sale, amounts included. Only a query tells the refund. A failed refund changes nothing. */
  #repeatSuccess(
    order: Order,
    transactionId: string,
    as: Exclude<RefundState, "requested">,
  ): PlannedJob | undefined {
    const { clock, notifier } = this.#options;
    const paid = findPaidTransaction(order, transactionId);
    if (as === "failed" || !paid) return undefined;
    const { amount, cycle } = paid;
    const outcome = {
      as: "paid",
      transactionId,
      paid: amount,
      ...(cycle === undefined ? {} : { cycle }),
    } as const;
    return notifier.enqueue(order, outcome, { due: clock.now() });
  }
}
