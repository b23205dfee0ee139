import { type Fact, isDecision } from "../payment/fact.ts";
import { isAccepted, isOfUnknownCycle, isSuccess } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { type CycleKey, cycleId, laterCycle } from "../subscription/cycle.ts";
import { awaitsMaster, isSubscription, payersOfCycle } from "../subscription/subscription.ts";
import { type Ledger, stored } from "./context.ts";
import type { Said } from "./settle-book.ts";
import {
  type Book,
  type BookKey,
  type BookRead,
  type CyclesAsked,
  type TransactionKey,
  transactionName,
} from "./store.ts";

/**
 * The book with all that judging it needs, and no more: a subscription must not become slower as it grows older. What it needs is asked of
 * each book that was read, and read again until nothing is missing: somebody else may have changed it in between.
 */
export async function openBook<Tx>(
  { store }: Ledger<Tx>,
  key: BookKey,
  said: readonly Said[],
): Promise<Book> {
  let asked: Needs = {
    cycles: [],
    transactions: [],
    attempts: attemptsOf(said.map(({ orderNumber }) => orderNumber)),
  };
  const first = await stored("read a book", store.book(key, readOf(asked)));
  const known = new Set(first.notifications.map(({ id }) => id));
  let book = first;
  for (let needs = needsOf(book, said); !covers(asked, needs); needs = needsOf(book, said)) {
    asked = needs;
    const read = await stored("read a book", store.book(key, readOf(needs)));
    // One that arrived in between is settled by whoever received it.
    book = { ...read, notifications: read.notifications.filter(({ id }) => known.has(id)) };
  }
  return book;
}

function readOf({ attempts, ...read }: Needs): BookRead {
  return { ...read, ...attempts };
}

/** What is to be read along with a book. */
interface Needs {
  readonly cycles: CyclesAsked;
  readonly transactions: readonly TransactionKey[];
  readonly attempts: AttemptsOfSettlement;
}

interface AttemptsOfSettlement {
  readonly orderNumbers: readonly string[];
  readonly unanswered: number;
}

/**
 * The attempts that something is said about. Of the unanswered ones so many that one is left, to name the item, if all of those
 * have a result now.
 */
function attemptsOf(orderNumbers: readonly string[]): AttemptsOfSettlement {
  return { orderNumbers, unanswered: Math.max(orderNumbers.length, 1) + 1 };
}

/**
 * The later cycles that something is said about, and all of them where closing is, which says something about each. What the transactions
 * have paid that are reported of a subscription, and that seem too many for its sale or for a later cycle.
 */
function needsOf(book: Book, said: readonly Said[]): Needs {
  const touched = new Set([...book.notifications, ...said].map(({ orderNumber }) => orderNumber));
  const isClosing =
    book.notifications.some(({ fact }) => fact.enabled === "0") ||
    book.payments.some((payment) => touched.has(payment.orderNumber) && awaitsClosing(payment));
  const heard = book.notifications.flatMap(({ orderNumber, fact }) => keyOf(orderNumber, laterCycle(fact)));
  const about = said.flatMap((each) => keyOf(each.orderNumber, cycleOf(each)));
  const cycles = [...heard, ...about, ...paidTwice(book, touched)];
  const twice = cycles.flatMap((cycle) => transactionsOfTwice(book, cycle));
  return {
    cycles: isClosing ? "all" : cycles,
    transactions: [
      ...transactionsOf(book, touched),
      ...twice,
      ...said.flatMap((each) => decided(book, each)),
    ],
    attempts: attemptsOf([...touched]),
  };
}

function covers(asked: Needs, needs: Needs): boolean {
  const cycles = new Set(asked.cycles === "all" ? [] : asked.cycles.map(cycleId));
  const transactions = new Set(asked.transactions.map(transactionName));
  return (
    asked.attempts.unanswered >= needs.attempts.unanswered &&
    (asked.cycles === "all" ||
      (needs.cycles !== "all" && needs.cycles.every((each) => cycles.has(cycleId(each))))) &&
    needs.transactions.every((each) => transactions.has(transactionName(each)))
  );
}

/** Those that paid a subscription's sale in full, each for itself. */
function saleTransactions(sale: Payment): readonly string[] {
  return isSubscription(sale) ? payersOfCycle(sale, 1, sale.facts).flat() : [];
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

/** The later cycles of which staff are told that they are: one of their transactions may turn out to pay another. */
function paidTwice({ work }: Book, touched: ReadonlySet<string>): CycleKey[] {
  return work.flatMap(({ kind, status, orderNumber, cycle }) =>
    kind === "paid-twice" && status === "parked" && touched.has(orderNumber) ? keyOf(orderNumber, cycle) : [],
  );
}

/** Those of a cycle that was read, if they are more than one. */
function transactionsOfTwice(
  { payments, cycles }: Book,
  { orderNumber, number }: CycleKey,
): TransactionKey[] {
  const sale = payments.find((payment) => payment.orderNumber === orderNumber);
  const cycle = cycles.find((each) => each.orderNumber === orderNumber && each.number === number);
  if (sale === undefined || cycle === undefined || !isSubscription(sale)) return [];
  const known = payersOfCycle(sale, number, cycle.facts).flat();
  return known.length < 2 ? [] : known.map((transactionId) => ({ orderNumber, transactionId }));
}

/** Those that staff name, else those that what they accept would be paid by. */
function decided(book: Book, said: Said): TransactionKey[] {
  if (!("fact" in said) || !isDecision(said.fact)) return [];
  const { orderNumber, cycle, fact } = said;
  const known = isAccepted(fact) ? factsOf(book, orderNumber, cycle).filter(isSuccess) : [];
  const ids = fact.transactions ?? known.map(({ transactionId }) => transactionId);
  return [...new Set(ids)].map((transactionId) => ({ orderNumber, transactionId }));
}

function factsOf(
  { payments, cycles }: Book,
  orderNumber: string,
  number: number | undefined,
): readonly Fact[] {
  const isIts = (each: { readonly orderNumber: string }) => each.orderNumber === orderNumber;
  const its =
    number === undefined
      ? payments.find(isIts)
      : cycles.find((each) => isIts(each) && each.number === number);
  return its?.facts ?? [];
}

function cycleOf(said: Said): number | undefined {
  if ("fallsDue" in said) return said.fallsDue;
  return "cycle" in said ? said.cycle : undefined;
}

function keyOf(orderNumber: string, number: number | undefined): CycleKey[] {
  return number === undefined ? [] : [{ orderNumber, number }];
}
