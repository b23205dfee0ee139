import { addFacts, type Fact, type NotificationFact } from "../payment/fact.ts";
import { type Item, judge, matchingTransactions } from "../payment/judge.ts";
import { type Payment, type Quarantined, termsOf } from "../payment/payment.ts";
import { type Cycle, laterCycle } from "../subscription/cycle.ts";
import type { Book, Change, InboxEntry } from "./store.ts";
import { type Lease, newWork, type Work, type WorkKind, type WorkProblem, workId } from "./work.ts";

/** Something to take into account that did not come through the inbox. */
export type Said =
  | { readonly orderNumber: string; readonly fact: Fact }
  | { readonly orderNumber: string; readonly quarantine: Quarantined }
  | { readonly orderNumber: string; readonly refund: RefundDue };

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
}

/** When a book is settled, and the lease that its new work is born with. */
export interface Moment {
  readonly now: Date;
  readonly lease: Lease;
}

/** Notifications that do not verify, kept per payment. */
const quarantineLimit = 8;

/** What the book becomes with all that was said: undefined when nothing changes. Pure. */
export function settleBook(
  book: Book,
  said: readonly Said[],
  { now, lease }: Moment,
): Settlement | undefined {
  const draft = new Draft(book, now, lease);
  for (const entry of book.notifications) draft.hear(entry);
  for (const each of said) draft.take(each);
  return draft.settlement();
}

class Draft {
  readonly #book: Book;
  readonly #now: Date;
  readonly #lease: Lease;
  readonly #payments: Map<string, Payment>;
  readonly #cycles: Map<string, Cycle>;
  readonly #work: (Work & { lease?: Lease })[] = [];
  readonly #known: Set<string>;

  constructor(book: Book, now: Date, lease: Lease) {
    this.#book = book;
    this.#now = now;
    this.#lease = lease;
    this.#payments = new Map(book.payments.map((payment) => [payment.orderNumber, payment]));
    this.#cycles = new Map(book.cycles.map((cycle) => [cycleId(cycle), cycle]));
    this.#known = new Set(book.work.map((work) => work.id));
  }

  hear({ orderNumber, fact }: InboxEntry): void {
    const payment = this.#payments.get(orderNumber);
    if (payment === undefined) return;
    const number = payment.variant === "subscription" ? laterCycle(fact) : undefined;
    if (number === undefined) this.#addFact(payment, fact);
    else this.#addCycleFact(payment, number, fact);
  }

  take(said: Said): void {
    const payment = this.#payments.get(said.orderNumber);
    if (payment === undefined) return;
    if ("fact" in said) this.#addFact(payment, said.fact);
    else if ("quarantine" in said) this.#quarantine(payment, said.quarantine);
    else this.#parkRefund(payment, said.refund);
  }

  settlement(): Settlement | undefined {
    const { tenant, reference, version } = this.#book;
    for (const payment of this.#payments.values()) this.#judge(payment);
    const before = new Map(this.#book.payments.map((payment) => [payment.orderNumber, payment]));
    const payments = [...this.#payments.values()].filter(
      (payment) => before.get(payment.orderNumber) !== payment,
    );
    const known = new Set(this.#book.cycles);
    const cycles = [...this.#cycles.values()].filter((cycle) => !known.has(cycle));
    const settled = this.#book.notifications.map((entry) => entry.id);
    if (payments.length + cycles.length + settled.length + this.#work.length === 0) return undefined;
    return {
      change: { tenant, reference, version, payments, cycles, settled, work: this.#work },
      moved: payments.flatMap((payment) => {
        const from = before.get(payment.orderNumber)?.state ?? payment.state;
        return from === payment.state ? [] : [{ payment, from }];
      }),
    };
  }

  #addFact(payment: Payment, fact: Fact): void {
    const facts = addFacts(payment.facts, [fact]);
    if (facts !== payment.facts) this.#payments.set(payment.orderNumber, { ...payment, facts });
  }

  #addCycleFact(payment: Payment, number: number, fact: NotificationFact): void {
    const id = cycleId({ orderNumber: payment.orderNumber, number });
    const cycle = this.#cycles.get(id);
    const facts = addFacts(cycle?.facts ?? [], [fact]);
    if (facts === cycle?.facts) return;
    const { state } = judge({ amount: payment.money, trueAmount: payment.money }, facts);
    this.#cycles.set(id, { version: 1, orderNumber: payment.orderNumber, number, facts, state });
  }

  #quarantine(payment: Payment, entry: Quarantined): void {
    if (
      payment.quarantine.some((known) => known.id === entry.id) ||
      payment.quarantine.length >= quarantineLimit
    )
      return;
    const quarantine = [...payment.quarantine, entry];
    this.#payments.set(payment.orderNumber, { ...payment, quarantine });
    this.#park(
      payment,
      { kind: "not-verified" },
      {
        code: "not_verified",
        message:
          "Notifications arrive with the right token but cannot be believed. Check the merchant key and the sign rules.",
      },
    );
  }

  #judge(payment: Payment): void {
    const { state, items } = judge(termsOf(payment), payment.facts);
    const takenByOther = this.#takenBy() !== undefined && this.#takenBy() !== payment.orderNumber;
    const takesReference = state === "paid" && !takenByOther;
    if (state !== payment.state || takesReference !== payment.takesReference) {
      this.#payments.set(payment.orderNumber, { ...payment, state, takesReference });
    }
    if (takesReference) this.#add(payment, { kind: "paid" }, { status: "due", lease: this.#lease });
    if (state === "paid" && takenByOther) this.#parkSecondPayment(payment);
    for (const item of items) this.#park(payment, item, itemProblem(item));
  }

  #takenBy(): string | undefined {
    for (const payment of this.#payments.values()) if (payment.takesReference) return payment.orderNumber;
    return undefined;
  }

  #parkSecondPayment(payment: Payment): void {
    const [transaction = "accepted by an operator"] = matchingTransactions(termsOf(payment), payment.facts);
    this.#park(
      payment,
      { kind: "paid-twice", mark: "1" },
      {
        code: "paid_twice",
        message: `Payment ${this.#takenBy()} had paid this already. Give transaction ${transaction} back.`,
      },
    );
  }

  #parkRefund(payment: Payment, { mark, evidence }: RefundDue): void {
    this.#park(payment, { kind: "refund-due", mark }, { code: "refund_due", message: evidence });
  }

  #park(payment: Payment, cause: Cause, problem: WorkProblem): void {
    this.#add(payment, cause, { status: "parked", problem });
  }

  #add(
    payment: Payment,
    { kind, mark }: Cause,
    rest: Pick<Work, "status" | "problem"> & { lease?: Lease },
  ): void {
    const id = workId(payment.orderNumber, kind, mark);
    if (this.#known.has(id)) return;
    this.#known.add(id);
    this.#work.push(newWork(payment, { id, kind, now: this.#now, ...rest }));
  }
}

/** One kind of work per payment, or one per mark. */
interface Cause {
  readonly kind: WorkKind;
  readonly mark?: string;
}

function cycleId({ orderNumber, number }: { orderNumber: string; number: number }): string {
  return `${orderNumber}/${number}`;
}

function itemProblem(item: Item): WorkProblem {
  return { code: item.kind.replaceAll("-", "_"), message: item.evidence };
}
