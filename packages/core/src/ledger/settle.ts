import { PayIndexError } from "../errors.ts";
import { hasResult } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { laterCycle } from "../subscription/cycle.ts";
import { about, type Ledger, stored } from "./context.ts";
import { type Said, settleBook } from "./settle-book.ts";
import type { Book, BookKey, Change } from "./store.ts";
import { type Lease, type Leased, workId } from "./work.ts";

const commitTries = 5;
/** Seconds. Longer than any lock a host may wait for, so that work is not done by two at a time. */
const leaseSeconds = 300;

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
    const book = await openBook(ledger, key);
    const settlement = settleBook(book, said, { now: ledger.platform.now(), lease });
    if (settlement === undefined) return [];
    const outcome = await stored("commit a settled book", ledger.store.commit(settlement.change));
    if (outcome === "stale") continue;
    for (const { payment, from } of settlement.moved) {
      ledger.observe({ event: "payment-moved", ...about(payment), from, to: payment.state });
      await endNoResult(ledger, book, payment);
    }
    return bornLeased(settlement.change, book, lease);
  }
  throw new PayIndexError(
    "store_unavailable",
    `The book of ${key.reference} kept changing; it is settled by the next tick.`,
  );
}

/** An item that says "no result" when there is one only hides those that are true. A failure leaves it, and nothing else. */
async function endNoResult<Tx>(ledger: Ledger<Tx>, book: Book, payment: Payment): Promise<void> {
  const id = workId(payment.orderNumber, "no-result");
  const isItem = book.work.some((work) => work.id === id && work.status === "parked");
  if (!isItem || !hasResult(payment.state)) return;
  const result = { at: ledger.platform.now().toISOString(), note: `The payment is ${payment.state}.` };
  await ledger.store.finish(id, result).catch(() => false);
}

export function newLease({ platform }: Pick<Ledger, "platform">): Lease {
  return {
    token: Buffer.from(platform.randomBytes(16)).toString("hex"),
    until: new Date(platform.now().getTime() + leaseSeconds * 1000),
  };
}

/** With the later cycles that open notifications are about. */
async function openBook<Tx>(ledger: Ledger<Tx>, key: BookKey): Promise<Book> {
  const book = await stored("read a book", ledger.store.book(key));
  const cycles = book.notifications.flatMap(({ orderNumber, fact }) => {
    const number = laterCycle(fact);
    return number === undefined ? [] : [{ orderNumber, number }];
  });
  return cycles.length === 0 ? book : stored("read a book", ledger.store.book(key, cycles));
}

function bornLeased({ payments, work }: Change, book: Book, lease: Lease): BornLeased[] {
  return work.flatMap(({ lease: held, ...each }) => {
    const isIts = ({ orderNumber }: Payment) => orderNumber === each.orderNumber;
    const payment = payments.find(isIts) ?? book.payments.find(isIts);
    return held === lease && payment !== undefined ? [{ work: each, lease, payment }] : [];
  });
}
