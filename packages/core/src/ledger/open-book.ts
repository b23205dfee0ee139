import { isOfUnknownCycle } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { type CycleKey, laterCycle } from "../subscription/cycle.ts";
import { awaitsMaster, isSubscription, transactionsOfCycle } from "../subscription/subscription.ts";
import { type Ledger, stored } from "./context.ts";
import type { Said } from "./settle-book.ts";
import type { Book, BookKey, TransactionKey } from "./store.ts";

/**
 * The book with all that judging it needs, and no more: a subscription must not become slower as it grows older. With the later cycles that
 * something is said about, and all of them where closing is, which says something about each. With what the transactions have paid
 * that are reported of a subscription, and that seem too many for its sale or for a later cycle.
 */
export async function openBook<Tx>(
  { store }: Ledger<Tx>,
  key: BookKey,
  said: readonly Said[],
): Promise<Book> {
  const book = await stored("read a book", store.book(key));
  const touched = new Set([...book.notifications, ...said].map(({ orderNumber }) => orderNumber));
  const isClosing =
    book.notifications.some(({ fact }) => fact.enabled === "0") ||
    book.payments.some((payment) => touched.has(payment.orderNumber) && awaitsClosing(payment));
  const heard = book.notifications.flatMap(({ orderNumber, fact }) => keyOf(orderNumber, laterCycle(fact)));
  const cycles = [...heard, ...said.flatMap((each) => keyOf(each.orderNumber, cycleOf(each)))];
  const transactions = transactionsOf(book, touched);
  if (cycles.length + transactions.length === 0 && !isClosing) return book;
  const twice = paidTwice(book, touched);
  const read = (more: readonly TransactionKey[] = []) =>
    stored(
      "read a book",
      store.book(key, isClosing ? "all" : [...cycles, ...twice], [...transactions, ...more]),
    );
  const whole = await read();
  const more = twice.flatMap((cycle) => transactionsOfTwice(whole, cycle));
  const asked = more.length === 0 ? whole : await read(more);
  // One that arrived in between may be about a cycle that was not read. Whoever received it settles it.
  const known = new Set(book.notifications.map(({ id }) => id));
  return { ...asked, notifications: asked.notifications.filter(({ id }) => known.has(id)) };
}

/** Those that paid a subscription's sale in full, each for itself. */
function saleTransactions(sale: Payment): readonly string[] {
  return isSubscription(sale) ? transactionsOfCycle(sale, 1, sale.facts) : [];
}

/** What is said next may tell what a report of closing means for its cycles: from which day they are due, or whose it was. */
function awaitsClosing(payment: Payment): boolean {
  const awaitsDays = payment.state !== "paid" && payment.subscription?.closedWithoutCycleAt !== undefined;
  return awaitsDays || (isSubscription(payment) && awaitsMaster(payment));
}

/** Those that are reported, and those of a sale that looks paid twice. */
function transactionsOf({ payments, notifications }: Book, touched: ReadonlySet<string>): TransactionKey[] {
  const subscriptions = payments.filter(isSubscription).filter((each) => touched.has(each.orderNumber));
  return subscriptions.flatMap((payment) => {
    const { orderNumber } = payment;
    const reported = notifications.filter(
      ({ fact, ...each }) =>
        each.orderNumber === orderNumber && (fact.returncode === "00" || isOfUnknownCycle(fact)),
    );
    const known = saleTransactions(payment);
    const asked = new Set([
      ...reported.map(({ fact }) => fact.transactionId),
      ...(known.length > 1 ? known : []),
    ]);
    return [...asked].map((transactionId) => ({ orderNumber, transactionId }));
  });
}

/** The later cycles of which staff are told so: one of their transactions may turn out to pay another. */
function paidTwice({ work }: Book, touched: ReadonlySet<string>): CycleKey[] {
  return work.flatMap(({ kind, status, orderNumber, cycle }) =>
    kind === "paid-twice" && status === "parked" && touched.has(orderNumber) ? keyOf(orderNumber, cycle) : [],
  );
}

function transactionsOfTwice(
  { payments, cycles }: Book,
  { orderNumber, number }: CycleKey,
): TransactionKey[] {
  const sale = payments.find((payment) => payment.orderNumber === orderNumber);
  const cycle = cycles.find((each) => each.orderNumber === orderNumber && each.number === number);
  if (sale === undefined || cycle === undefined || !isSubscription(sale)) return [];
  return transactionsOfCycle(sale, number, cycle.facts).map((transactionId) => ({
    orderNumber,
    transactionId,
  }));
}

function cycleOf(said: Said): number | undefined {
  if ("fallsDue" in said) return said.fallsDue;
  return "cycle" in said ? said.cycle : undefined;
}

function keyOf(orderNumber: string, number: number | undefined): CycleKey[] {
  return number === undefined ? [] : [{ orderNumber, number }];
}
