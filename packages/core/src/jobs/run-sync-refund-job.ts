import type { Engine } from "../engine.ts";
import { type Attempt, chargedAmountOf, merchantTenantOf } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { findPlacedOrder, findPlacedRenewal } from "../payment/placed-order.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import { type RefundedOrder, toRefundedOrder } from "../payment/refunded-order.ts";
import { toPaidPayment } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { completeWithNote, runEffect } from "./complete-job.ts";

/** Has the host add the recorded refunds of an order to its own records (LED-REFUND). */
export async function runSyncRefundJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  payment: Attempt,
): Promise<void> {
  const book = ledger.host.bookRefunds?.bind(ledger.host);
  if (book === undefined) return completeWithNote(ledger, leased, "The shop books no refunds.");
  const order = await loadRefundedOrder(ledger, payment, leased.work.cycle);
  if (order === undefined)
    return completeWithNote(ledger, leased, "The shop has no order with an id for it.");
  const about = { key: leased.work.id, payment: toPaidPayment(payment) };
  await runEffect(ledger, leased, ({ finish }) => book({ kind: "book-refund", ...about, order, finish }));
}

/** Returns the order of the payment, or of a later cycle, with all refunds that are recorded by now. */
async function loadRefundedOrder<Tx>(
  { store }: Engine<Tx>,
  payment: Attempt,
  cycle: number | undefined,
): Promise<RefundedOrder | undefined> {
  const { orderNumber } = payment;
  // The store leaves out the completed jobs of cycles unless all cycles are read.
  const read = store.book(payment, { cycles: "all", orderNumbers: [orderNumber] });
  const { payments, cycles, work } = await wrapStoreErrors("read a book", read);
  const attempt = payments.find((each) => each.orderNumber === orderNumber) ?? payment;
  const charge = { orderNumber, merchantTenant: merchantTenantOf(attempt), cycle };
  const charged = chargedAmountOf(attempt, cycle);
  if (cycle === undefined) {
    const recorded = recordedRefundsOf(attempt.facts);
    return toRefundedOrder({ ...charge, charged, placed: findPlacedOrder(work), recorded });
  }
  const reported = cycles.find((each) => each.orderNumber === orderNumber && each.number === cycle);
  const recorded = recordedRefundsOf(reported?.facts ?? []);
  const placed = findPlacedRenewal(work, { orderNumber, number: cycle });
  return toRefundedOrder({ ...charge, charged, placed, recorded });
}
