import type { Engine } from "../engine.ts";
import type { Attempt } from "../payment/attempt.ts";
import { hasUnknownCycle, isAcceptance, isSuccess } from "../payment/derive-attempt-state.ts";
import { type Fact, isResolution } from "../payment/fact.ts";
import { type CycleKey, cycleId, laterCycleOf } from "../payment/subscription/cycle.ts";
import {
  awaitsSubscriptionId,
  isSubscriptionAttempt,
  transactionsPayingCycle,
} from "../payment/subscription/subscription.ts";
import {
  type CycleSelection,
  type Payment,
  type PaymentKey,
  type PaymentRead,
  type TransactionKey,
  transactionKeyText,
} from "../ports/store.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import type { PaymentUpdate } from "./plan-changes.ts";

/**
 * The book with all that judging it needs, and no more: a subscription must not become slower as it grows older. What it needs is asked of
 * each book that was read, and read again until nothing is missing: somebody else may have changed it in between.
 */
export async function loadPayment<Tx>(
  { store }: Engine<Tx>,
  key: PaymentKey,
  said: readonly PaymentUpdate[],
): Promise<Payment> {
  let asked: LoadNeeds = {
    cycles: [],
    transactions: [],
    attempts: attemptNeeds(said.map(({ orderNumber }) => orderNumber)),
  };
  const first = await wrapStoreErrors("read a book", store.book(key, toPaymentRead(asked)));
  const known = new Set(first.notifications.map(({ id }) => id));
  let book = first;
  for (let needs = loadNeeds(book, said); !coversNeeds(asked, needs); needs = loadNeeds(book, said)) {
    asked = needs;
    const read = await wrapStoreErrors("read a book", store.book(key, toPaymentRead(needs)));
    // One that arrived in between is settled by whoever received it.
    book = { ...read, notifications: read.notifications.filter(({ id }) => known.has(id)) };
  }
  return book;
}

function toPaymentRead({ attempts, ...read }: LoadNeeds): PaymentRead {
  return { ...read, ...attempts };
}

/** What is to be read along with a book. */
interface LoadNeeds {
  readonly cycles: CycleSelection;
  readonly transactions: readonly TransactionKey[];
  readonly attempts: AttemptNeeds;
}

interface AttemptNeeds {
  readonly orderNumbers: readonly string[];
  readonly unanswered: number;
}

/**
 * The attempts that something is said about. Of the unanswered ones so many that one is left, to name the item, if all of those
 * have a result now.
 */
function attemptNeeds(orderNumbers: readonly string[]): AttemptNeeds {
  return { orderNumbers, unanswered: Math.max(orderNumbers.length, 1) + 1 };
}

/**
 * The later cycles that something is said about, and all of them where closing is, which says something about each. What the transactions
 * have paid that are reported of a subscription, and that seem too many for its sale or for a later cycle.
 */
function loadNeeds(book: Payment, said: readonly PaymentUpdate[]): LoadNeeds {
  const touched = new Set([...book.notifications, ...said].map(({ orderNumber }) => orderNumber));
  const isClosing =
    book.notifications.some(({ fact }) => fact.enabled === "0") ||
    book.payments.some((payment) => touched.has(payment.orderNumber) && awaitsClosingDetails(payment));
  const heard = book.notifications.flatMap(({ orderNumber, fact }) =>
    cycleKeys(orderNumber, laterCycleOf(fact)),
  );
  const about = said.flatMap((each) => cycleKeys(each.orderNumber, cycleOfUpdate(each)));
  const cycles = [...heard, ...about, ...cyclesPaidTwice(book, touched)];
  const twice = cycles.flatMap((cycle) => transactionsOfCyclePaidTwice(book, cycle));
  return {
    cycles: isClosing ? "all" : cycles,
    transactions: [
      ...reportedTransactions(book, touched),
      ...twice,
      ...said.flatMap((each) => transactionsOfResolution(book, each)),
    ],
    attempts: attemptNeeds([...touched]),
  };
}

function coversNeeds(asked: LoadNeeds, needs: LoadNeeds): boolean {
  const cycles = new Set(asked.cycles === "all" ? [] : asked.cycles.map(cycleId));
  const transactions = new Set(asked.transactions.map(transactionKeyText));
  return (
    asked.attempts.unanswered >= needs.attempts.unanswered &&
    (asked.cycles === "all" ||
      (needs.cycles !== "all" && needs.cycles.every((each) => cycles.has(cycleId(each))))) &&
    needs.transactions.every((each) => transactions.has(transactionKeyText(each)))
  );
}

/** Those that paid a subscription's sale in full, each for itself. */
function transactionsPayingSale(sale: Attempt): readonly string[] {
  return isSubscriptionAttempt(sale) ? transactionsPayingCycle(sale, 1, sale.facts).flat() : [];
}

/** What is said next may tell what a report of closing means for its cycles: from which day they are due, or whose it was. */
function awaitsClosingDetails(payment: Attempt): boolean {
  const awaitsDays = payment.state !== "paid" && payment.subscription?.closedWithoutCycleAt !== undefined;
  return awaitsDays || (isSubscriptionAttempt(payment) && awaitsSubscriptionId(payment));
}

/** Those that are reported, and those of a sale that looks paid twice. */
function reportedTransactions(
  { payments, notifications }: Payment,
  touched: ReadonlySet<string>,
): TransactionKey[] {
  const subscriptions = payments
    .filter(isSubscriptionAttempt)
    .filter((each) => touched.has(each.orderNumber));
  return subscriptions.flatMap((payment) => {
    const { orderNumber } = payment;
    const reported = notifications.filter(
      ({ fact, ...each }) =>
        each.orderNumber === orderNumber && (fact.returncode === "00" || hasUnknownCycle(fact)),
    );
    const known = transactionsPayingSale(payment);
    const asked = new Set([
      ...reported.map(({ fact }) => fact.transactionId),
      ...(known.length > 1 ? known : []),
    ]);
    return [...asked].map((transactionId) => ({ orderNumber, transactionId }));
  });
}

/** The later cycles of which staff are told that they are: one of their transactions may turn out to pay another. */
function cyclesPaidTwice({ work }: Payment, touched: ReadonlySet<string>): CycleKey[] {
  return work.flatMap(({ kind, status, orderNumber, cycle }) =>
    kind === "paid-twice" && status === "parked" && touched.has(orderNumber)
      ? cycleKeys(orderNumber, cycle)
      : [],
  );
}

/** Those of a cycle that was read, if they are more than one. */
function transactionsOfCyclePaidTwice(
  { payments, cycles }: Payment,
  { orderNumber, number }: CycleKey,
): TransactionKey[] {
  const sale = payments.find((payment) => payment.orderNumber === orderNumber);
  const cycle = cycles.find((each) => each.orderNumber === orderNumber && each.number === number);
  if (sale === undefined || cycle === undefined || !isSubscriptionAttempt(sale)) return [];
  const known = transactionsPayingCycle(sale, number, cycle.facts).flat();
  return known.length < 2 ? [] : known.map((transactionId) => ({ orderNumber, transactionId }));
}

/** Those that staff name, else those that what they accept would be paid by. */
function transactionsOfResolution(book: Payment, said: PaymentUpdate): TransactionKey[] {
  if (!("fact" in said) || !isResolution(said.fact)) return [];
  const { orderNumber, cycle, fact } = said;
  const known = isAcceptance(fact) ? factsOf(book, orderNumber, cycle).filter(isSuccess) : [];
  const ids = fact.transactions ?? known.map(({ transactionId }) => transactionId);
  return [...new Set(ids)].map((transactionId) => ({ orderNumber, transactionId }));
}

function factsOf(
  { payments, cycles }: Payment,
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

function cycleOfUpdate(said: PaymentUpdate): number | undefined {
  if ("fallsDue" in said) return said.fallsDue;
  return "cycle" in said ? said.cycle : undefined;
}

function cycleKeys(orderNumber: string, number: number | undefined): CycleKey[] {
  return number === undefined ? [] : [{ orderNumber, number }];
}
