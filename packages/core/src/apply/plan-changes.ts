import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import {
  acceptableTransactionIds,
  deriveAttemptState,
  isAcceptance,
} from "../payment/derive-attempt-state.ts";
import {
  addFacts,
  type Fact,
  isResolution,
  type NotificationFact,
  type ResolutionFact,
} from "../payment/fact.ts";
import { operatorLabel } from "../payment/operator.ts";
import { laterCycleOf } from "../payment/subscription/cycle.ts";
import { subscriptionMismatchesOfSale } from "../payment/subscription/derive-cycle-state.ts";
import {
  addToSummary,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import type { InboxEntry, JobCompletion, Payment, PaymentChange } from "../ports/store.ts";
import { type BillingCalendar, CycleChanges } from "./cycle-changes.ts";
import { addFreedScope, type ResolutionSubject } from "./free-payment.ts";
import { type CommitContext, findingProblem, JobChanges } from "./job-changes.ts";
import { planNoResultItem } from "./no-result-changes.ts";
import { type ChangesWithoutCompletions, obsoleteItems } from "./obsolete-items.ts";
import { QuarantineChanges, type UnredactedNotification } from "./quarantine-changes.ts";
import { hasPlacedOrder, syncRefundJobKey, withCheckedRefund } from "./record-refund.ts";
import { RefundRequestChanges, type RequestedRefund } from "./refund-request-changes.ts";
import { TransactionChanges } from "./transaction-changes.ts";
import { WinningAttemptChanges } from "./winning-attempt.ts";

/** Something to take into account that did not come through the inbox. */
export type PaymentUpdate =
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
  | { readonly orderNumber: string; readonly quarantine: UnredactedNotification }
  /** What was kept verifies now, and came through the inbox. */
  | { readonly orderNumber: string; readonly released: readonly string[] }
  /** The day when this cycle should have been paid. */
  | { readonly orderNumber: string; readonly fallsDue: number }
  /** The order of this paid attempt is to be placed now, or could not be placed (LED-WINS). */
  | { readonly orderNumber: string; readonly placing: "begin" | "failed" }
  | { readonly orderNumber: string; readonly cycle?: number; readonly refund: RequestedRefund };

export interface PlannedChanges extends ChangesWithoutCompletions {
  readonly change: PaymentChange;
}

/** What the book becomes with all that was said: undefined when nothing changes. Pure. */
export function planChanges(
  book: Payment,
  said: readonly PaymentUpdate[],
  { calendar, ...moment }: CommitContext & { readonly calendar: BillingCalendar },
): PlannedChanges | undefined {
  const draft = new ChangePlanner(book, moment, calendar);
  for (const entry of book.notifications) draft.hear(entry);
  for (const each of said) draft.take(each);
  const settlement = draft.settlement();
  if (settlement === undefined) return undefined;
  const ended = obsoleteItems(book, settlement, { ...moment, calendar });
  return { ...settlement, change: { ...settlement.change, ended } };
}

class ChangePlanner {
  readonly #book: Payment;
  readonly #payments: Map<string, Attempt>;
  readonly #cycles: CycleChanges;
  readonly #transactions: TransactionChanges;
  readonly #work: JobChanges;
  readonly #quarantine: QuarantineChanges;
  readonly #refunds: RefundRequestChanges;
  readonly #placing: WinningAttemptChanges;
  readonly #overdue = new Set<string>();
  readonly #decidedItems = new Map<string, string>();
  readonly #now: Date;

  constructor(book: Payment, moment: CommitContext, calendar: BillingCalendar) {
    this.#book = book;
    this.#now = moment.now;
    this.#payments = new Map(book.payments.map((payment) => [payment.orderNumber, payment]));
    this.#transactions = new TransactionChanges(book.transactions);
    this.#work = new JobChanges(book.work, moment);
    this.#placing = new WinningAttemptChanges(book.work, moment.now);
    this.#cycles = new CycleChanges(
      book.cycles,
      { work: this.#work, transactions: this.#transactions },
      calendar,
    );
    this.#quarantine = new QuarantineChanges(book.work, this.#work);
    this.#refunds = new RefundRequestChanges(book.work, this.#work);
  }

  hear({ orderNumber, fact }: InboxEntry): void {
    const known = this.#payments.get(orderNumber);
    if (known === undefined) return;
    // What it said before, when it did not verify, is kept no longer.
    const payment = this.#replace(this.#quarantine.release(known, [fact.id]));
    if (isSubscriptionAttempt(payment)) this.#hearSubscription(payment, fact);
    else this.#addFact(payment, fact);
  }

  take(said: PaymentUpdate): void {
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

  #takeFact(payment: Attempt, said: Extract<PaymentUpdate, { readonly fact: Fact }>): void {
    const { cycle, fact, item, isRefundBooked = false } = said;
    if (item !== undefined && isResolution(fact))
      this.#decidedItems.set(item, `${operatorLabel(fact.operator)}: ${fact.note}`);
    const decided = isResolution(fact) ? this.#decided(payment, fact, cycle) : fact;
    const about = { payment, cycle, item: this.#book.work.find(({ id }) => id === item) };
    const known = isResolution(decided) ? this.#withEffect(decided, { ...about, isRefundBooked }) : decided;
    if (cycle === undefined) this.#addFact(payment, known);
    else this.#cycles.add({ orderNumber: payment.orderNumber, number: cycle }, known);
  }

  #withEffect(
    decision: ResolutionFact,
    about: ResolutionSubject & { readonly isRefundBooked: boolean },
  ): ResolutionFact {
    const { payment, cycle } = about;
    const known = this.#factsOf(payment, cycle);
    const recorded = withCheckedRefund(decision, {
      ...about,
      known,
      isPlaced: hasPlacedOrder(this.#book, payment, cycle),
    });
    if (recorded.refund?.ofOrder) this.#work.apply(payment, syncRefundJobKey({ cycle, known }));
    return addFreedScope(recorded, about);
  }

  /** With the transactions that it is about. */
  #decided(payment: Attempt, decision: ResolutionFact, cycle: number | undefined): ResolutionFact {
    const known = this.#factsOf(payment, cycle);
    if (isSubscriptionAttempt(payment))
      return this.#transactions.decided(payment, decision, { cycle: cycle ?? 1, known });
    const transactions = isAcceptance(decision)
      ? acceptableTransactionIds(expectedAmountsOf(payment), known)
      : [];
    return transactions.length === 0 ? decision : { ...decision, transactions };
  }

  #factsOf(payment: Attempt, cycle: number | undefined): readonly Fact[] {
    if (cycle === undefined) return payment.facts;
    return this.#cycles.factsOf({ orderNumber: payment.orderNumber, number: cycle });
  }

  settlement(): ChangesWithoutCompletions | undefined {
    const { tenant, reference, version } = this.#book;
    for (const payment of this.#payments.values()) this.#judge(payment);
    const { payments: chosen, ended } = this.#placing.choose([...this.#payments.values()], this.#work);
    for (const payment of chosen) this.#replace(payment);
    const before = new Map(this.#book.payments.map((payment) => [payment.orderNumber, payment]));
    for (const payment of this.#payments.values()) {
      const was = before.get(payment.orderNumber);
      if (was !== undefined && isSubscriptionAttempt(was) && isSubscriptionAttempt(payment))
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

  #changeUnanswered(): readonly JobCompletion[] {
    const change = { overdue: this.#overdue, decided: this.#decidedItems };
    const { joined, ended } = planNoResultItem(this.#book, change, {
      payments: [...this.#payments.values()],
      isPaid: [...this.#payments.values()].some(({ state }) => state === "paid"),
      work: this.#work,
      now: this.#now,
    });
    for (const payment of joined) this.#replace(payment);
    return ended;
  }

  /** A notification of a subscription goes to its cycle; only the first is a fact of the payment (NOT-SUBSCRIPTION). */
  #hearSubscription(payment: SubscriptionAttempt, said: NotificationFact): void {
    const number = laterCycleOf(said);
    const known = this.#factsOf(payment, number);
    const fact = this.#transactions.heard(payment, said, { cycle: number ?? 1, known });
    const subscription = addToSummary(payment, fact, this.#cycles.allFactsOf(payment));
    const summed: SubscriptionAttempt =
      subscription === undefined || subscription === payment.subscription
        ? payment
        : { ...payment, subscription };
    this.#payments.set(payment.orderNumber, summed);
    if (number === undefined) this.#addFact(summed, fact);
    else this.#cycles.add({ orderNumber: payment.orderNumber, number }, fact);
  }

  #addFact(payment: Attempt, fact: Fact): void {
    const facts = addFacts(payment.facts, [fact]);
    if (facts !== payment.facts) this.#payments.set(payment.orderNumber, { ...payment, facts });
  }

  #replace(payment: Attempt): Attempt {
    this.#payments.set(payment.orderNumber, payment);
    return payment;
  }

  #judge(payment: Attempt): void {
    const ofOthers = this.#transactions.ofOthers(payment.orderNumber, 1);
    const { state, items } = deriveAttemptState(expectedAmountsOf(payment), payment.facts, ofOthers);
    if (state !== payment.state) this.#payments.set(payment.orderNumber, { ...payment, state });
    for (const item of [
      ...items,
      ...subscriptionMismatchesOfSale(payment.facts, payment.subscription?.masterId),
    ]) {
      const { kind, mark } = item;
      this.#work.park(payment, { kind, mark }, findingProblem(item));
    }
  }
}
