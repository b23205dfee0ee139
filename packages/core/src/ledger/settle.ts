import { PayIndexError } from "../errors.ts";
import { hasResult } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { type CycleKey, laterCycle } from "../subscription/cycle.ts";
import { isSubscription, transactionsOfCycle } from "../subscription/subscription.ts";
import { about, type Ledger, stored } from "./context.ts";
import { result } from "./end-work.ts";
import { type Said, type Settlement, settleBook } from "./settle-book.ts";
import type { Book, BookKey, Change, PaidTransaction, TransactionKey } from "./store.ts";
import { type Cause, type Lease, type Leased, workId } from "./work.ts";

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
    const book = await openBook(ledger, key, said);
    const moment = { now: ledger.platform.now(), lease, calendar: ledger.settings };
    const settlement = settleBook(book, said, moment);
    if (settlement === undefined) return [];
    const outcome = await stored("commit a settled book", ledger.store.commit(settlement.change));
    if (outcome === "stale") continue;
    await announce(ledger, book, settlement);
    return bornLeased(settlement.change, book, lease);
  }
  throw new PayIndexError(
    "store_unavailable",
    `The book of ${key.reference} kept changing; it is settled by the next tick.`,
  );
}

/** Tells the observer what moved, and ends the items that say otherwise. */
async function announce<Tx>(
  ledger: Ledger<Tx>,
  book: Book,
  { change, moved, movedCycles }: Settlement,
): Promise<void> {
  for (const { payment, from } of moved) {
    const { orderNumber, state } = payment;
    ledger.observe({ event: "payment-moved", ...about(payment), from, to: state });
    if (hasResult(state))
      await endItem(ledger, book, { kind: "no-result", orderNumber, note: `The payment is ${state}.` });
  }
  for (const { cycle, from } of movedCycles) {
    const { orderNumber, number, state } = cycle;
    ledger.observe({
      event: "cycle-moved",
      ...about({ ...book, orderNumber }),
      cycle: number,
      from,
      to: state,
    });
    if (state === "paid" || state === "closed")
      await endItem(ledger, book, {
        kind: "cycle-missing",
        cycle: number,
        orderNumber,
        note: `The cycle is ${state}.`,
      });
  }
  const work = [...book.work, ...change.work];
  for (const paid of change.transactions)
    for (const item of untrueOnce(paid, book, change)) await endItem(ledger, { work }, item);
}

interface Ending extends Cause {
  readonly orderNumber: string;
  readonly note: string;
}

/**
 * What was said of a sale while a transaction had not been told its cycle (CYC-TRANSACTION): that this cannot be told, and that the
 * sale is paid twice, if no two transactions are left for it.
 */
function untrueOnce(
  { orderNumber, transactionId, cycle }: PaidTransaction,
  book: Book,
  change: Change,
): Ending[] {
  const about = { orderNumber, note: `Transaction ${transactionId} has paid cycle ${cycle}.` };
  const isSale = (payment: Payment) => payment.orderNumber === orderNumber;
  const sale = change.payments.find(isSale) ?? book.payments.find(isSale);
  const all = saleTransactions(sale);
  const others = [...book.transactions, ...change.transactions].filter(
    (each) => each.orderNumber === orderNumber && each.cycle !== 1,
  );
  const left = all.filter((id) => !others.some((each) => each.transactionId === id));
  const twice = left.length > 1 ? [] : all.slice(1);
  return [
    { kind: "unknown-cycle", mark: transactionId, ...about },
    ...twice.map((_, index) => ({ kind: "paid-twice", mark: String(index + 2), ...about }) as const),
  ];
}

/** Those that paid a subscription's sale in full, each for itself. */
function saleTransactions(sale: Payment | undefined): readonly string[] {
  return sale !== undefined && isSubscription(sale) ? transactionsOfCycle(sale, 1, sale.facts) : [];
}

/** An item that says "nothing came" when it has, or "twice" where it was once, only hides those that are true. A failure leaves it, and nothing else. */
async function endItem<Tx>(
  ledger: Ledger<Tx>,
  book: Pick<Book, "work">,
  { orderNumber, note, ...cause }: Ending,
): Promise<void> {
  const id = workId(orderNumber, cause);
  const isItem = book.work.some((work) => work.id === id && work.status === "parked");
  if (!isItem) return;
  await ledger.store.finish(id, result(ledger, { note })).catch(() => false);
}

export function newLease({ platform }: Pick<Ledger, "platform">): Lease {
  return {
    token: Buffer.from(platform.randomBytes(16)).toString("hex"),
    until: new Date(platform.now().getTime() + leaseSeconds * 1000),
  };
}

/**
 * With the later cycles that something is said about; all of them where closing is, which says something about each. And with what
 * the transactions have paid that are reported of a subscription, or seem too many for its sale.
 */
async function openBook<Tx>(ledger: Ledger<Tx>, key: BookKey, said: readonly Said[]): Promise<Book> {
  const book = await stored("read a book", ledger.store.book(key));
  const touched = new Set([...book.notifications, ...said].map(({ orderNumber }) => orderNumber));
  const isClosing =
    book.notifications.some(({ fact }) => fact.enabled === "0") ||
    book.payments.some((payment) => touched.has(payment.orderNumber) && awaitsDays(payment));
  const heard = book.notifications.flatMap(({ orderNumber, fact }) => keyOf(orderNumber, laterCycle(fact)));
  const cycles = [...heard, ...said.flatMap((each) => keyOf(each.orderNumber, cycleOf(each)))];
  const transactions = transactionsOf(book, touched);
  if (cycles.length + transactions.length === 0 && !isClosing) return book;
  const asked = isClosing ? "all" : cycles;
  const whole = await stored("read a book", ledger.store.book(key, asked, transactions));
  // One that arrived in between may be about a cycle that was not read. Whoever received it settles it.
  const read = new Set(book.notifications.map(({ id }) => id));
  return { ...whole, notifications: whole.notifications.filter(({ id }) => read.has(id)) };
}

/** Its cycles are due from the day when it is paid, and closing was reported of a day. */
function awaitsDays({ state, subscription }: Payment): boolean {
  return state !== "paid" && subscription?.closedWithoutCycleAt !== undefined;
}

/** Those that are reported, and those of a sale that looks paid twice. */
function transactionsOf({ payments, notifications }: Book, touched: ReadonlySet<string>): TransactionKey[] {
  const subscriptions = payments.filter(isSubscription).filter((each) => touched.has(each.orderNumber));
  return subscriptions.flatMap((payment) => {
    const { orderNumber } = payment;
    const reported = notifications.filter(
      (each) => each.orderNumber === orderNumber && each.fact.returncode === "00",
    );
    const known = saleTransactions(payment);
    const asked = new Set([
      ...reported.map(({ fact }) => fact.transactionId),
      ...(known.length > 1 ? known : []),
    ]);
    return [...asked].map((transactionId) => ({ orderNumber, transactionId }));
  });
}

function cycleOf(said: Said): number | undefined {
  if ("fallsDue" in said) return said.fallsDue;
  return "cycle" in said ? said.cycle : undefined;
}

function keyOf(orderNumber: string, number: number | undefined): CycleKey[] {
  return number === undefined ? [] : [{ orderNumber, number }];
}

function bornLeased({ payments, work }: Change, book: Book, lease: Lease): BornLeased[] {
  return work.flatMap(({ lease: held, ...each }) => {
    const isIts = ({ orderNumber }: Payment) => orderNumber === each.orderNumber;
    const payment = payments.find(isIts) ?? book.payments.find(isIts);
    return held === lease && payment !== undefined ? [{ work: each, lease, payment }] : [];
  });
}
