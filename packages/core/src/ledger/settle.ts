import { PayIndexError } from "../errors.ts";
import type { Payment } from "../payment/payment.ts";
import { about, type Ledger, stored } from "./context.ts";
import { newLease } from "./keep-leases.ts";
import { openBook } from "./open-book.ts";
import { type Said, type Settlement, settleBook } from "./settle-book.ts";
import type { Book, BookKey, Change } from "./store.ts";
import type { Lease, Leased } from "./work.ts";

const commitTries = 5;

/** New work, with the payment it is about as it was committed: whoever does it at once need not read it again. */
export interface BornLeased extends Leased {
  readonly payment: Payment;
}

/**
 * The one path from what was said to what a payment is worth (LED-COMMIT): judge all open evidence of the book and what is
 * `said` beside it, commit facts, state and new work at once. Gives the work that was born leased to this caller.
 *
 * @throws PayIndexError `store_unavailable`, also when the book kept changing under us
 */
export async function settle<Tx>(
  ledger: Ledger<Tx>,
  key: BookKey,
  said: readonly Said[] = [],
): Promise<BornLeased[]> {
  for (let tries = 0; tries < commitTries; tries++) {
    const lease = newLease(ledger);
    const book = await openBook(ledger, key, said);
    const moment = { now: ledger.platform.now(), lease, calendar: ledger.settings };
    const settlement = settleBook(book, said, moment);
    if (settlement === undefined) return [];
    const outcome = await stored("commit a settled book", ledger.store.commit(settlement.change));
    if (outcome === "stale") continue;
    announce(ledger, book, settlement);
    return bornLeased(settlement.change, book, lease);
  }
  throw new PayIndexError(
    "store_unavailable",
    `The book of ${key.reference} kept changing; it is settled by the next tick.`,
  );
}

function announce<Tx>(
  ledger: Ledger<Tx>,
  { tenant, reference }: BookKey,
  { change, moved, movedCycles }: Settlement,
): void {
  for (const { payment, from } of moved)
    ledger.observe({ event: "payment-moved", ...about(payment), from, to: payment.state });
  for (const { cycle, from } of movedCycles) {
    const { orderNumber, number, state } = cycle;
    const moved = { event: "cycle-moved", tenant, reference, orderNumber, cycle: number } as const;
    ledger.observe({ ...moved, from, to: state });
  }
  for (const { id, kind, problem, ...work } of change.work)
    if (kind === "no-result" && problem !== undefined)
      ledger.observe({ event: "work-parked", ...about(work), work: id, ...problem });
}

function bornLeased({ payments, work }: Change, book: Book, lease: Lease): BornLeased[] {
  return work.flatMap(({ lease: held, ...each }) => {
    const isIts = ({ orderNumber }: Payment) => orderNumber === each.orderNumber;
    const payment = payments.find(isIts) ?? book.payments.find(isIts);
    return held === lease && payment !== undefined ? [{ work: each, lease, payment }] : [];
  });
}
