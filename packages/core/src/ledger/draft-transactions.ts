import type { Fact, NotificationFact, OperatorFact } from "../payment/fact.ts";
import { chargeOf, isOfUnknownCycle, isSuccess } from "../payment/judge.ts";
import { pays, type Subscription } from "../subscription/subscription.ts";
import { type PaidTransaction, transactionName } from "./store.ts";

/** What the transactions of a book's subscriptions have paid, as settling it leaves them: each one cycle (CYC-TRANSACTION). */
export class DraftTransactions {
  readonly added: PaidTransaction[] = [];
  readonly #known: readonly PaidTransaction[];
  readonly #paid: Map<string, number>;

  constructor(known: readonly PaidTransaction[]) {
    this.#known = known;
    this.#paid = new Map(known.map((transaction) => [transactionName(transaction), transaction.cycle]));
  }

  /**
   * A notification as it counts for its cycle: with the other one that its transaction has paid. Otherwise it pays this one, unless
   * that is paid by what is `known` of it: a transaction too many pays nothing. Nor does one whose cycle cannot be told.
   */
  heard(
    payment: Subscription,
    fact: NotificationFact,
    { cycle, known }: { cycle: number; known: readonly Fact[] },
  ): NotificationFact {
    if (isOfUnknownCycle(fact)) return this.#told(payment, fact);
    if (!pays(payment, fact, cycle)) return fact;
    const transaction = { orderNumber: payment.orderNumber, transactionId: fact.transactionId, cycle };
    const hasPaid = this.#paid.get(transactionName(transaction)) ?? cycle;
    if (hasPaid !== cycle) return { ...fact, hasPaid };
    if (!isPaid(payment, known, cycle)) this.#take(transaction);
    return fact;
  }

  /** Which cycle its transaction has paid tells what its own words do not. */
  #told({ orderNumber }: Subscription, fact: NotificationFact): NotificationFact {
    const hasPaid = this.#paid.get(transactionName({ orderNumber, transactionId: fact.transactionId }));
    return hasPaid === undefined ? fact : { ...fact, hasPaid };
  }

  /**
   * What staff have accepted is paid by the charge that they named, else by what was reported of it, if by anything; but not where it was
   * paid before they did.
   */
  accepted(
    payment: Subscription,
    { charge }: OperatorFact,
    { cycle, known }: { cycle: number; known: readonly Fact[] },
  ): void {
    const { orderNumber } = payment;
    if (charge !== undefined) this.#take({ orderNumber, transactionId: charge, cycle });
    else if (!isPaid(payment, known, cycle))
      for (const { transactionId } of known.filter(isSuccess))
        this.#take({ orderNumber, transactionId, cycle });
  }

  /** Those that have paid another cycle of a subscription than this one. */
  ofOthers(orderNumber: string, cycle: number): ReadonlySet<string> {
    const others = [...this.#known, ...this.added].filter(
      (each) => each.orderNumber === orderNumber && each.cycle !== cycle,
    );
    return new Set(others.map(({ transactionId }) => transactionId));
  }

  #take(transaction: PaidTransaction): void {
    if (this.#paid.has(transactionName(transaction))) return;
    this.#paid.set(transactionName(transaction), transaction.cycle);
    this.added.push(transaction);
  }
}

function isPaid(payment: Subscription, facts: readonly Fact[], cycle: number): boolean {
  return facts.some((fact) =>
    fact.source === "notification" ? pays(payment, fact, cycle) : chargeOf(fact).length > 0,
  );
}
