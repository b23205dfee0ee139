import { toAmountText } from "../money/amount-text.ts";
import { addFacts, type Fact, type NotificationFact } from "../payment/fact.ts";
import { judge, matchingTransactions } from "../payment/judge.ts";
import { type Payment, type Quarantined, termsOf } from "../payment/payment.ts";
import { type Cycle, laterCycle } from "../subscription/cycle.ts";
import { otherMastersOfFirst } from "../subscription/judge-cycle.ts";
import { isSubscription, type Subscription, summaryWith } from "../subscription/subscription.ts";
import { type Calendar, DraftCycles } from "./draft-cycles.ts";
import { DraftTransactions } from "./draft-transactions.ts";
import { DraftWork, itemProblem, type Moment } from "./draft-work.ts";
import type { Book, Change, InboxEntry } from "./store.ts";
import { notVerifiedCause, type Work } from "./work.ts";

/** Something to take into account that did not come through the inbox. */
export type Said =
  | { readonly orderNumber: string; readonly cycle?: number; readonly fact: Fact }
  | { readonly orderNumber: string; readonly quarantine: Omit<Quarantined, "spell"> }
  /** What was kept verifies now, and came through the inbox. */
  | { readonly orderNumber: string; readonly released: readonly string[] }
  /** The day when this cycle should have been paid. */
  | { readonly orderNumber: string; readonly fallsDue: number }
  | { readonly orderNumber: string; readonly cycle?: number; readonly refund: RefundDue };

/** Money that the shop wants to give back, which only a person can do. */
export interface RefundDue {
  /** The same for the same refund: a repeat adds nothing. */
  readonly mark: string;
  /** What was asked for, for staff. */
  readonly evidence: string;
}

export interface Settlement {
  readonly change: Change;
  /** Payments whose state this changes, with the state they had. */
  readonly moved: readonly { readonly payment: Payment; readonly from: Payment["state"] }[];
  /** The same of cycles. */
  readonly movedCycles: readonly { readonly cycle: Cycle; readonly from: Cycle["state"] }[];
}

/** Notifications that do not verify, kept per payment. */
const quarantineLimit = 8;

/** What the book becomes with all that was said: undefined when nothing changes. Pure. */
export function settleBook(
  book: Book,
  said: readonly Said[],
  { calendar, ...moment }: Moment & { readonly calendar: Calendar },
): Settlement | undefined {
  const draft = new Draft(book, moment, calendar);
  for (const entry of book.notifications) draft.hear(entry);
  for (const each of said) draft.take(each);
  return draft.settlement();
}

class Draft {
  readonly #book: Book;
  readonly #payments: Map<string, Payment>;
  readonly #cycles: DraftCycles;
  readonly #transactions: DraftTransactions;
  readonly #work: DraftWork;

  constructor(book: Book, moment: Moment, calendar: Calendar) {
    this.#book = book;
    this.#payments = new Map(book.payments.map((payment) => [payment.orderNumber, payment]));
    this.#transactions = new DraftTransactions(book.transactions);
    this.#work = new DraftWork(book.work, moment);
    this.#cycles = new DraftCycles(book.cycles, this.#work, calendar);
  }

  hear({ orderNumber, fact }: InboxEntry): void {
    // What it said before, when it did not verify, is kept no longer.
    const payment = this.#released(orderNumber, [fact.id]);
    if (payment === undefined) return;
    if (isSubscription(payment)) this.#hearSubscription(payment, fact);
    else this.#addFact(payment, fact);
  }

  take(said: Said): void {
    const payment = this.#payments.get(said.orderNumber);
    if (payment === undefined) return;
    const { orderNumber } = payment;
    if ("quarantine" in said) this.#quarantine(payment, said.quarantine);
    else if ("released" in said) this.#released(orderNumber, said.released);
    else if ("refund" in said) this.#parkRefund(payment, said);
    else if ("fallsDue" in said) this.#cycles.fallDue({ orderNumber, number: said.fallsDue });
    else {
      if (said.cycle === undefined) this.#addFact(payment, said.fact);
      else this.#cycles.add({ orderNumber, number: said.cycle }, said.fact);
      const { fact } = said;
      if (fact.source === "operator" && fact.action === "accepted" && isSubscription(payment))
        this.#transactions.accepted(payment, this.#factsOf(payment, said.cycle), said.cycle ?? 1);
    }
  }

  #factsOf(payment: Payment, cycle: number | undefined): readonly Fact[] {
    if (cycle === undefined) return payment.facts;
    return this.#cycles.factsOf({ orderNumber: payment.orderNumber, number: cycle });
  }

  settlement(): Settlement | undefined {
    const { tenant, reference, version } = this.#book;
    for (const payment of this.#payments.values()) this.#judge(payment);
    const before = new Map(this.#book.payments.map((payment) => [payment.orderNumber, payment]));
    for (const payment of this.#payments.values()) {
      const was = before.get(payment.orderNumber);
      if (was !== undefined && isSubscription(was) && isSubscription(payment))
        this.#cycles.settle(was, payment);
    }
    const payments = [...this.#payments.values()].filter(
      (payment) => before.get(payment.orderNumber) !== payment,
    );
    const changed = this.#cycles.changed();
    const cycles = changed.map(({ cycle }) => cycle);
    const settled = this.#book.notifications.map((entry) => entry.id);
    const transactions = this.#transactions.added;
    const work = this.#work.added;
    if (payments.length + cycles.length + settled.length + work.length === 0) return undefined;
    return {
      change: { tenant, reference, version, payments, cycles, transactions, settled, work },
      moved: payments.flatMap((payment) => {
        const from = before.get(payment.orderNumber)?.state ?? payment.state;
        return from === payment.state ? [] : [{ payment, from }];
      }),
      movedCycles: changed.filter(({ cycle, from }) => cycle.state !== from),
    };
  }

  /** A notification of a subscription goes to its cycle; only the first is a fact of the payment (NOT-SUBSCRIPTION). */
  #hearSubscription(payment: Subscription, said: NotificationFact): void {
    const subscription = summaryWith(payment, said);
    const summed: Subscription =
      subscription === undefined || subscription === payment.subscription
        ? payment
        : { ...payment, subscription };
    this.#payments.set(payment.orderNumber, summed);
    const number = laterCycle(said);
    const known = this.#factsOf(summed, number);
    const fact = this.#transactions.heard(summed, said, { cycle: number ?? 1, known });
    if (number === undefined) this.#addFact(summed, fact);
    else this.#cycles.add({ orderNumber: payment.orderNumber, number }, fact);
  }

  #addFact(payment: Payment, fact: Fact): void {
    const facts = addFacts(payment.facts, [fact]);
    if (facts !== payment.facts) this.#payments.set(payment.orderNumber, { ...payment, facts });
  }

  /** One item for each spell: it lasts until somebody has ended the item. What is kept of ended ones makes room. */
  #quarantine(payment: Payment, entry: Omit<Quarantined, "spell">): void {
    if (payment.quarantine.some((known) => known.id === entry.id)) return;
    const { orderNumber } = payment;
    const isEnded = (work: Work) =>
      work.kind === "not-verified" && work.orderNumber === orderNumber && work.status === "done";
    const spell = this.#book.work.filter(isEnded).length + 1;
    const isFull = payment.quarantine.length >= quarantineLimit;
    const kept = payment.quarantine.filter((each) => !isFull || each.spell === spell);
    if (kept.length >= quarantineLimit) return;
    this.#payments.set(orderNumber, { ...payment, quarantine: [...kept, { ...entry, spell }] });
    this.#work.park(payment, notVerifiedCause(spell), {
      code: "not_verified",
      message:
        "Notifications arrive with the right token but cannot be believed. Check the merchant key and the sign rules.",
    });
  }

  /** The payment without what was kept of these. */
  #released(orderNumber: string, ids: readonly string[]): Payment | undefined {
    const payment = this.#payments.get(orderNumber);
    if (payment?.quarantine.some(({ id }) => ids.includes(id)) !== true) return payment;
    const quarantine = payment.quarantine.filter(({ id }) => !ids.includes(id));
    const released = { ...payment, quarantine };
    this.#payments.set(orderNumber, released);
    return released;
  }

  #judge(payment: Payment): void {
    const { state, items } = judge(termsOf(payment), payment.facts);
    const takenByOther = this.#takenBy() !== undefined && this.#takenBy() !== payment.orderNumber;
    const takesReference = state === "paid" && !takenByOther;
    if (state !== payment.state || takesReference !== payment.takesReference) {
      this.#payments.set(payment.orderNumber, { ...payment, state, takesReference });
    }
    if (takesReference) this.#work.apply(payment, { kind: "paid" });
    if (state === "paid" && takenByOther) this.#parkSecondPayment(payment);
    for (const item of [...items, ...otherMastersOfFirst(payment.facts, payment.subscription?.masterId)]) {
      const { kind, mark } = item;
      this.#work.park(payment, { kind, mark }, itemProblem(item));
    }
  }

  #takenBy(): string | undefined {
    for (const payment of this.#payments.values()) if (payment.takesReference) return payment.orderNumber;
    return undefined;
  }

  #parkSecondPayment(payment: Payment): void {
    const [transaction = "accepted by an operator"] = matchingTransactions(termsOf(payment), payment.facts);
    this.#work.park(
      payment,
      { kind: "paid-twice", mark: "1" },
      {
        code: "paid_twice",
        message: `Payment ${this.#takenBy()} had paid this already. Give transaction ${transaction} back.`,
      },
    );
  }

  #parkRefund(payment: Payment, { cycle, refund }: { cycle?: number; refund: RefundDue }): void {
    const cause = {
      kind: "refund-due",
      mark: refund.mark,
      ...(cycle === undefined ? {} : { cycle }),
    } as const;
    const wasAskedFor = this.#book.work.some(
      (work) =>
        work.kind === "refund-due" &&
        work.status === "parked" &&
        work.orderNumber === payment.orderNumber &&
        work.cycle === cycle,
    );
    const message = refundEvidence(payment, refund, {
      isFirst: cycle === undefined,
      isAgain: wasAskedFor || this.#factsOf(payment, cycle).some(isRefunded),
    });
    this.#work.park(payment, cause, { code: "refund_due", message });
  }
}

function isRefunded(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "refunded";
}

function refundEvidence(
  payment: Payment,
  { evidence }: RefundDue,
  { isFirst, isAgain }: { isFirst: boolean; isAgain: boolean },
): string {
  const { trueAmount } = termsOf(payment);
  const said = [evidence];
  if (isFirst && trueAmount.minor !== payment.money.minor)
    said.push(`Its first period cost ${toAmountText(trueAmount)} ${trueAmount.currency}: no more was paid.`);
  if (isAgain)
    said.push(
      "A refund of it was asked for or recorded before: see the other items and the timeline, and give nothing back twice.",
    );
  return said.join(" ");
}
