import type { Payment } from "../payment/payment.ts";
import type { Ledger } from "./context.ts";
import { applyEffect, finishWithNote } from "./end-work.ts";
import { paidPayment } from "./host.ts";
import { refundedOrders } from "./refunded-orders.ts";
import { status } from "./status.ts";
import type { Leased } from "./work.ts";

/** Has the host add the recorded refunds of an order to its own records (LED-REFUND). */
export async function bookRefund<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const book = ledger.host.bookRefunds?.bind(ledger.host);
  if (book === undefined) return finishWithNote(ledger, leased, "The shop books no refunds.");
  const { orderNumber, cycle } = leased.work;
  const orders = refundedOrders(await status(ledger, payment, orderNumber));
  const order = orders.find((each) => each.orderNumber === orderNumber && each.cycle === cycle);
  if (order === undefined) return finishWithNote(ledger, leased, "The shop has no order with an id for it.");
  const about = { key: leased.work.id, payment: paidPayment(payment) };
  await applyEffect(ledger, leased, ({ finish }) => book({ kind: "book-refund", ...about, order, finish }));
}
