import type { PlannedJob, PlannedJobOf } from "../clock/job.ts";
import { reportDispute } from "../disputes/dispute-sender.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { enqueueNotification } from "../notifier/notifier.ts";
import type { Order, PaidTransaction } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import { findPaidTransaction } from "../orders/paid-transaction.ts";
import type { RefundSource, RefundState, RefundView } from "../orders/refund.ts";
import { formatTenThousandths, parseTenThousandths } from "../sale/amount.ts";

/** A requested refund. */
export interface NewRefund {
  readonly paid: PaidTransaction;
  readonly units: bigint;
  readonly reason: string;
  readonly by: RefundSource;
}

/** Returns what can still be refunded of a transaction. Only a failed refund gives its amount back. */
export function unitsLeftToRefund(order: Order, paid: PaidTransaction, core: GatewayCore): bigint {
  const refunded = sumRefunds(refundsOf(order, core), paid, ["requested", "succeeded"]);
  return parseTenThousandths(paid.amount) - refunded;
}

/** Whether everything that a transaction paid was refunded. */
export function isFullyRefunded(order: Order, paid: PaidTransaction, core: GatewayCore): boolean {
  return sumRefunds(refundsOf(order, core), paid, ["succeeded"]) >= parseTenThousandths(paid.amount);
}

/** Returns the sum of a transaction's refunds in these states. */
function sumRefunds(
  refunds: readonly RefundView[],
  { transactionId }: PaidTransaction,
  states: readonly RefundState[],
): bigint {
  return refunds
    .filter((refund) => refund.transactionId === transactionId && states.includes(refund.state))
    .reduce((sum, refund) => sum + parseTenThousandths(refund.amount), 0n);
}

/** Returns the refunds of an order, oldest first. */
export function refundsOf(order: Order, { data }: GatewayCore): readonly RefundView[] {
  const sql =
    "SELECT id, transaction_id, amount, state, reason, requested FROM refund WHERE order_id = ? ORDER BY number";
  return data.all(sql, order.id).map((row) => ({
    refundId: String(row.id),
    transactionId: String(row.transaction_id),
    amount: formatTenThousandths(BigInt(String(row.amount)), order.amount),
    state: row.state as RefundState,
    reason: String(row.reason),
    requestedAt: formatIsoTime(Number(row.requested)),
  }));
}

/** Accepts a refund, inside `OrderStore.change`. The caller has checked its amount. Returns its id. */
export function acceptRefund(
  order: Order,
  { paid: { transactionId }, units, reason, by }: NewRefund,
  core: GatewayCore,
): string {
  const { data, orderStore, clock, schedule } = core;
  const requestedAt = clock.now();
  const refundId = orderStore.freshNumber();
  const sql =
    "INSERT INTO refund (id, order_id, transaction_id, amount, state, reason, requested) VALUES (?, ?, ?, ?, ?, ?, ?)";
  data.run(sql, refundId, order.id, transactionId, String(units), "requested", reason, requestedAt);
  const amount = formatTenThousandths(units, order.amount);
  orderStore.note(order, { type: "refund_requested", by, refundId, transactionId, amount, reason });
  const { as, after } = foresee(order, core);
  schedule.plan(order.id, requestedAt + after, { kind: "refund_result", refundId, by, as });
  return refundId;
}

/** Returns how and after how many milliseconds a refund ends: as the options say, unless a fault changes it. */
function foresee(order: Order, { orderStore, faults, refundAfter }: GatewayCore) {
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
export async function endRefundsEarly(order: Order, core: GatewayCore): Promise<void> {
  const { orderStore, jobs, schedule } = core;
  const messages = orderStore.change(order, () =>
    jobs.of(order.id).flatMap((planned) => {
      const { job } = planned;
      return job.kind === "refund_result" ? (endRefund(order, { ...planned, job }, core) ?? []) : [];
    }),
  );
  await Promise.all(messages.map((message) => schedule.now(message)));
}

/** Ends an accepted refund, inside `OrderStore.change`. Returns its message for the shop. */
export function endRefund(
  order: Order,
  planned: PlannedJobOf<"refund_result">,
  core: GatewayCore,
): PlannedJob | undefined {
  const { data, orderStore, jobs, quirks } = core;
  jobs.remove(planned);
  const { refundId, by, as } = planned.job;
  const refund = refundsOf(order, core).find((each) => each.refundId === refundId);
  if (refund?.state !== "requested") return undefined;
  data.run("UPDATE refund SET state = ? WHERE id = ?", as, refundId);
  const { transactionId, amount } = refund;
  orderStore.note(order, { type: "refund_ended", as, refundId, transactionId, amount });
  const { staffRefunds } = quirks.of(order.merchant.id);
  const paid = findPaidTransaction(order, transactionId);
  if (by === "control" && staffRefunds === "repeated_success") {
    return as === "succeeded" && paid ? repeatSuccess(order, paid, core) : undefined;
  }
  const dispute = {
    type: "refund",
    refundId,
    transactionId,
    amount: paid?.amount ?? order.amount,
    refundAmount: amount,
    status: as === "succeeded" ? "00" : "11",
    content: refund.reason,
  } as const;
  return reportDispute(order, dispute, core);
}

/** Notifies the shop with the fields of the sale, amounts included. Only a query tells the refund. */
function repeatSuccess(
  order: Order,
  { transactionId, amount: paid, cycle }: PaidTransaction,
  core: GatewayCore,
): PlannedJob {
  return enqueueNotification(order, { outcome: { as: "paid", transactionId, paid, cycle } }, core);
}
