import type { Engine } from "../engine.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { toPaidPayment } from "../ports/orders.ts";
import { loadPaymentStatus } from "../status/payment-status.ts";
import { refundedOrders } from "../status/refunded-orders.ts";
import { completeWithNote, runEffect } from "./complete-job.ts";

/** Has the host add the recorded refunds of an order to its own records (LED-REFUND). */
export async function runSyncRefundJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  payment: Attempt,
): Promise<void> {
  const book = ledger.host.bookRefunds?.bind(ledger.host);
  if (book === undefined) return completeWithNote(ledger, leased, "The shop books no refunds.");
  const { orderNumber, cycle } = leased.work;
  const orders = refundedOrders(await loadPaymentStatus(ledger, payment, orderNumber));
  const order = orders.find((each) => each.orderNumber === orderNumber && each.cycle === cycle);
  if (order === undefined)
    return completeWithNote(ledger, leased, "The shop has no order with an id for it.");
  const about = { key: leased.work.id, payment: toPaidPayment(payment) };
  await runEffect(ledger, leased, ({ finish }) => book({ kind: "book-refund", ...about, order, finish }));
}
