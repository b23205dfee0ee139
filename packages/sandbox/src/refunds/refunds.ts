import type { PlannedJob, PlannedJobOf } from "../clock/job.ts";
import type { DisputeSender } from "../disputes/dispute-sender.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { Order, PaidTransaction } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import { findPaidTransaction } from "../orders/paid-transaction.ts";
import type { Refund, RefundSource, RefundState, RefundView } from "../orders/refund.ts";
import { formatTenThousandths, parseTenThousandths } from "../sale/amount.ts";

export interface RefundsDependencies extends GatewayCore {
  readonly disputes: DisputeSender;
  readonly notifier: Notifier;
}

/** A requested refund. */
export interface NewRefund {
  readonly paid: PaidTransaction;
  readonly units: bigint;
  readonly reason: string;
  readonly by: RefundSource;
}

/** Accepts refunds and ends them. The only place where a refund changes. */
export class Refunds {
  readonly #options: RefundsDependencies;

  constructor(options: RefundsDependencies) {
    this.#options = options;
  }

  /** Returns what can still be refunded of a transaction. Only a failed refund gives its amount back. */
  left(order: Order, { transactionId, amount }: PaidTransaction): bigint {
    return parseTenThousandths(amount) - this.#sum(order, transactionId, ["requested", "succeeded"]);
  }

  /** Whether everything that a transaction paid was refunded. */
  isFullyRefunded(order: Order, { transactionId, amount }: PaidTransaction): boolean {
    return this.#sum(order, transactionId, ["succeeded"]) >= parseTenThousandths(amount);
  }

  /** Returns the sum of a transaction's refunds in these states. */
  #sum(order: Order, transactionId: string, states: readonly RefundState[]): bigint {
    return this.of(order)
      .filter((refund) => refund.transactionId === transactionId && states.includes(refund.state))
      .reduce((sum, { units }) => sum + units, 0n);
  }

  /** Returns the refunds of an order, oldest first. */
  of(order: Order): readonly Refund[] {
    const sql =
      "SELECT id, transaction_id, amount, state, reason, requested FROM refund WHERE order_id = ? ORDER BY number";
    return this.#options.data.all(sql, order.id).map((row) => {
      const units = BigInt(String(row.amount));
      return {
        refundId: String(row.id),
        transactionId: String(row.transaction_id),
        amount: formatTenThousandths(units, order.amount),
        state: row.state as RefundState,
        reason: String(row.reason),
        requestedAt: formatIsoTime(Number(row.requested)),
        units,
      };
    });
  }

  views(order: Order): readonly RefundView[] {
    return this.of(order).map(({ units: _units, ...view }) => view);
  }

  /** Accepts a refund, inside `OrderStore.change`. The caller has checked its amount. Returns its id. */
  accept(order: Order, { paid: { transactionId }, units, reason, by }: NewRefund): string {
    const { data, orderStore, clock, schedule } = this.#options;
    const requestedAt = clock.now();
    const refundId = orderStore.freshNumber();
    const sql =
      "INSERT INTO refund (id, order_id, transaction_id, amount, state, reason, requested) VALUES (?, ?, ?, ?, ?, ?, ?)";
    data.run(sql, refundId, order.id, transactionId, String(units), "requested", reason, requestedAt);
    const amount = formatTenThousandths(units, order.amount);
    orderStore.note(order, { type: "refund_requested", by, refundId, transactionId, amount, reason });
    const { as, after } = this.#foresee(order);
    schedule.plan(order.id, requestedAt + after, { kind: "refund_result", refundId, by, as });
    return refundId;
  }

  /** Returns how and after how many milliseconds a refund ends: as the options say, unless a fault changes it. */
  #foresee(order: Order): { as: "succeeded" | "failed"; after: number } {
    const { orderStore, faults, refundAfter } = this.#options;
    let [as, after]: ["succeeded" | "failed", number] = ["succeeded", refundAfter];
    for (const fault of faults.of(order)) {
      if (fault.kind !== "fail_refund" && fault.kind !== "slow_refund") continue;
      if (fault.kind === "fail_refund") as = "failed";
      else after = fault.seconds * 1000;
      orderStore.noteFault(order, fault);
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
  end(order: Order, planned: PlannedJobOf<"refund_result">): PlannedJob | undefined {
    const { data, orderStore, jobs, quirks } = this.#options;
    jobs.remove(planned);
    const { refundId, by, as } = planned.job;
    const refund = this.of(order).find((each) => each.refundId === refundId);
    if (refund?.state !== "requested") return undefined;
    data.run("UPDATE refund SET state = ? WHERE id = ?", as, refundId);
    const { transactionId, amount } = refund;
    orderStore.note(order, { type: "refund_ended", as, refundId, transactionId, amount });
    const { staffRefunds } = quirks.of(order.merchant.id);
    return by === "control" && staffRefunds === "repeated_success"
      ? this.#repeatSuccess(order, transactionId, as)
      : this.#reportToWebhook(order, { ...refund, state: as });
  }

  #reportToWebhook(
    order: Order,
    { refundId, transactionId, amount, state, reason }: Refund,
  ): PlannedJob | undefined {
    return this.#options.disputes.report(order, {
      type: "refund",
      refundId,
      transactionId,
      amount: findPaidTransaction(order, transactionId)?.amount ?? order.amount,
      refundAmount: amount,
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
    const paid = findPaidTransaction(order, transactionId);
    if (as === "failed" || !paid) return undefined;
    const { amount, cycle } = paid;
    return this.#options.notifier.enqueue(order, { as: "paid", transactionId, paid: amount, cycle });
  }
}
