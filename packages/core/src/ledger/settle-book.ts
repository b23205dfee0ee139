import {
  addFacts,
  type DecisionFact,
  type Fact,
  isDecision,
  type NotificationFact,
} from "../payment/fact.ts";
import { acceptable, isAccepted, judge } from "../payment/judge.ts";
import { operatorLabel } from "../payment/operator.ts";
import { type Payment, termsOf } from "../payment/payment.ts";
import { laterCycle } from "../subscription/cycle.ts";
import { otherMastersOfFirst } from "../subscription/judge-cycle.ts";
import { isSubscription, type Subscription, summaryWith } from "../subscription/subscription.ts";
import { type Calendar, DraftCycles } from "./draft-cycles.ts";
import { DraftPlacing } from "./draft-placing.ts";
import { DraftQuarantine, type Unverified } from "./draft-quarantine.ts";
import { DraftRefunds, type RefundDue } from "./draft-refunds.ts";
import { DraftTransactions } from "./draft-transactions.ts";
import { DraftWork, itemProblem, type Moment } from "./draft-work.ts";
import { type Decided, withFreed } from "./freed.ts";
import { bookingOf, isPlaced, withRefund } from "./record-refund.ts";
import type { Book, Change, EndedWork, InboxEntry } from "./store.ts";
import { changeUnanswered } from "./unanswered.ts";
import { type Unended, untrueItems } from "./untrue-items.ts";

/** Something to take into account that did not come through the inbox. */
export type Said =
  | {
      readonly orderNumber: string;
      readonly cycle?: number;
      readonly fact: Fact;
      /** The item that an operator decided with this fact. */
      readonly item?: string;
      /** Whether the host keeps refunds in its own records of an order: a refund of an order then has amount and reference (LED-REFUND). */
      readonly isRefundBooked?: boolean;
    }
  /** The attempt should have had a result by now (B-29). */
  | { readonly orderNumber: string; readonly resultOverdue: true }
  | { readonly orderNumber: string; readonly quarantine: Unverified }
  /** What was kept verifies now, and came through the inbox. */
  | { readonly orderNumber: string; readonly released: readonly string[] }
  /** The day when this cycle should have been paid. */
  | { readonly orderNumber: string; readonly fallsDue: number }
  /** The order of this paid attempt is to be placed now, or could not be placed (LED-WINS). */
  | { readonly orderNumber: string; readonly placing: "begin" | "failed" }
  | { readonly orderNumber: string; readonly cycle?: number; readonly refund: RefundDue };

export interface Settlement extends Unended {
  readonly change: Change;
}

/** What the book becomes with all that was said: undefined when nothing changes. Pure. */
export function settleBook(
  book: Book,
  said: readonly Said[],
  { calendar, ...moment }: Moment & { readonly calendar: Calendar },
): Settlement | undefined {
  const draft = new Draft(book, moment, calendar);
  for (const entry of book.notifications) draft.hear(entry);
  for (const each of said) draft.take(each);
  const settlement = draft.settlement();
  if (settlement === undefined) return undefined;
  const ended = untrueItems(book, settlement, { ...moment, calendar });
  return { ...settlement, change: { ...settlement.change, ended } };
}

class Draft {
  readonly #book: Book;
  readonly #payments: Map<string, Payment>;
  readonly #cycles: DraftCycles;
  readonly #transactions: DraftTransactions;
  readonly #work: DraftWork;
  readonly #quarantine: DraftQuarantine;
  readonly #refunds: DraftRefunds;
  readonly #placing: DraftPlacing;
  readonly #overdue = new Set<string>();
  readonly #decidedItems = new Map<string, string>();
  readonly #now: Date;

  constructor(book: Book, moment: Moment, calendar: Calendar) {
    this.#book = book;
    this.#now = moment.now;
    this.#payments = new Map(book.payments.map((payment) => [payment.orderNumber, payment]));
    this.#transactions = new DraftTransactions(book.transactions);
    this.#work = new DraftWork(book.work, moment);
    this.#placing = new DraftPlacing(book.work, moment.now);
    this.#cycles = new DraftCycles(
      book.cycles,
      { work: this.#work, transactions: this.#transactions },
      calendar,
    );
    this.#quarantine = new DraftQuarantine(book.work, this.#work);
    this.#refunds = new DraftRefunds(book.work, this.#work);
  }

  hear({ orderNumber, fact }: InboxEntry): void {
    const known = this.#payments.get(orderNumber);
    if (known === undefined) return;
    // What it said before, when it did not verify, is kept no longer.
    const payment = this.#replace(this.#quarantine.release(known, [fact.id]));
    if (isSubscription(payment)) this.#hearSubscription(payment, fact);
    else this.#addFact(payment, fact);
  }

  take(said: Said): void {
    const payment = this.#payments.get(said.orderNumber);
    if (payment === undefined) return;
    const { orderNumber } = payment;
    if ("quarantine" in said) this.#replace(this.#quarantine.keep(payment, said.quarantine));
    else if ("released" in said) this.#replace(this.#quarantine.release(payment, said.released));
    else if ("refund" in said)
      this.#refunds.park(payment, said.refund, {
        cycle: said.cycle,
        facts: this.#factsOf(payment, said.cycle),
      });
    else if ("placing" in said) this.#placing.take(orderNumber, said.placing);
    else if ("resultOverdue" in said) this.#overdue.add(orderNumber);
    else if ("fallsDue" in said) this.#cycles.fallDue({ orderNumber, number: said.fallsDue });
    else this.#takeFact(payment, said);
  }

  #takeFact(payment: Payment, said: Extract<Said, { readonly fact: Fact }>): void {
    const { cycle, fact, item, isRefundBooked = false } = said;
    if (item !== undefined && isDecision(fact))
      this.#decidedItems.set(item, `${operatorLabel(fact.operator)}: ${fact.note}`);
    const decided = isDecision(fact) ? this.#decided(payment, fact, cycle) : fact;
    const about = { payment, cycle, item: this.#book.work.find(({ id }) => id === item) };
    const known = isDecision(decided) ? this.#withEffect(decided, { ...about, isRefundBooked }) : decided;
    if (cycle === undefined) this.#addFact(payment, known);
    else this.#cycles.add({ orderNumber: payment.orderNumber, number: cycle }, known);
  }

  #withEffect(decision: DecisionFact, about: Decided & { readonly isRefundBooked: boolean }): DecisionFact {
    const { payment, cycle } = about;
    const known = this.#factsOf(payment, cycle);
    const recorded = withRefund(decision, {
      ...about,
      known,
      isPlaced: isPlaced(this.#book, payment, cycle),
    });
    if (recorded.refund?.ofOrder) this.#work.apply(payment, bookingOf({ cycle, known }));
    return withFreed(recorded, about);
  }

  /** With the transactions that it is about. */
  #decided(payment: Payment, decision: DecisionFact, cycle: number | undefined): DecisionFact {
    const known = this.#factsOf(payment, cycle);
    if (isSubscription(payment))
      return this.#transactions.decided(payment, decision, { cycle: cycle ?? 1, known });
    const transactions = isAccepted(decision) ? acceptable(termsOf(payment), known) : [];
    return transactions.length === 0 ? decision : { ...decision, transactions };
  }

  #factsOf(payment: Payment, cycle: number | undefined): readonly Fact[] {
    if (cycle === undefined) return payment.facts;
    return this.#cycles.factsOf({ orderNumber: payment.orderNumber, number: cycle });
  }

  settlement(): Unended | undefined {
    const { tenant, reference, version } = this.#book;
    for (const payment of this.#payments.values()) this.#judge(payment);
    const { payments: chosen, ended } = this.#placing.choose([...this.#payments.values()], this.#work);
    for (const payment of chosen) this.#replace(payment);
    const before = new Map(this.#book.payments.map((payment) => [payment.orderNumber, payment]));
    for (const payment of this.#payments.values()) {
      const was = before.get(payment.orderNumber);
      if (was !== undefined && isSubscription(was) && isSubscription(payment))
        this.#cycles.settle(was, payment);
    }
    const answered = [...ended, ...this.#changeUnanswered()];
    const payments = [...this.#payments.values()].filter(
      (payment) => before.get(payment.orderNumber) !== payment,
    );
    const changed = this.#cycles.changed();
    const cycles = changed.map(({ cycle }) => cycle);
    const settled = this.#book.notifications.map((entry) => entry.id);
    const transactions = this.#transactions.added;
    const work = this.#work.added;
    if (payments.length + cycles.length + settled.length + work.length + answered.length === 0)
      return undefined;
    return {
      answered,
      change: { tenant, reference, version, payments, cycles, transactions, settled, work },
      moved: payments.flatMap((payment) => {
        const from = before.get(payment.orderNumber)?.state ?? payment.state;
        return from === payment.state ? [] : [{ payment, from }];
      }),
      movedCycles: changed.filter(({ cycle, from }) => cycle.state !== from),
    };
  }

  #changeUnanswered(): readonly EndedWork[] {
    const change = { overdue: this.#overdue, decided: this.#decidedItems };
    const { joined, ended } = changeUnanswered(this.#book, change, {
      payments: [...this.#payments.values()],
      isPaid: [...this.#payments.values()].some(({ state }) => state === "paid"),
      work: this.#work,
      now: this.#now,
    });
    for (const payment of joined) this.#replace(payment);
    return ended;
  }

  /** A notification of a subscription goes to its cycle; only the first is a fact of the payment (NOT-SUBSCRIPTION). */
  #hearSubscription(payment: Subscription, said: NotificationFact): void {
    const number = laterCycle(said);
    const known = this.#factsOf(payment, number);
    const fact = this.#transactions.heard(payment, said, { cycle: number ?? 1, known });
    const subscription = summaryWith(payment, fact, this.#cycles.allFactsOf(payment));
    const summed: Subscription =
      subscription === undefined || subscription === payment.subscription
        ? payment
        : { ...payment, subscription };
    this.#payments.set(payment.orderNumber, summed);
    if (number === undefined) this.#addFact(summed, fact);
    else this.#cycles.add({ orderNumber: payment.orderNumber, number }, fact);
  }

  #addFact(payment: Payment, fact: Fact): void {
    const facts = addFacts(payment.facts, [fact]);
    if (facts !== payment.facts) this.#payments.set(payment.orderNumber, { ...payment, facts });
  }

  #replace(payment: Payment): Payment {
    this.#payments.set(payment.orderNumber, payment);
    return payment;
  }

  #judge(payment: Payment): void {
    const ofOthers = this.#transactions.ofOthers(payment.orderNumber, 1);
    const { state, items } = judge(termsOf(payment), payment.facts, ofOthers);
    if (state !== payment.state) this.#payments.set(payment.orderNumber, { ...payment, state });
    for (const item of [...items, ...otherMastersOfFirst(payment.facts, payment.subscription?.masterId)]) {
      const { kind, mark } = item;
      this.#work.park(payment, { kind, mark }, itemProblem(item));
    }
  }
}
