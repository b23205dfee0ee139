import { hasUnknownCycle, isAcceptance, isSuccess } from "../payment/derive-attempt-state.ts";
import {
  type Fact,
  type NotificationFact,
  type ResolutionFact,
  refundedTransactionCycle,
} from "../payment/fact.ts";
import {
  hasPayingTransaction,
  paysCycle,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import { type PaidTransaction, transactionKeyText } from "../ports/store.ts";
import { invalidOperatorAction } from "./invalid-operator-action.ts";

/** What the transactions of a book's subscriptions have paid, as settling it leaves them: each one cycle (CYC-TRANSACTION). */
export class TransactionChanges {
  readonly added: PaidTransaction[] = [];
  readonly #known: readonly PaidTransaction[];
  readonly #paid: Map<string, number>;

  constructor(known: readonly PaidTransaction[]) {
    this.#known = known;
    this.#paid = new Map(known.map((transaction) => [transactionKeyText(transaction), transaction.cycle]));
  }

  /**
   * A notification as it counts for its cycle: with the other one that its transaction has paid. Otherwise it pays this one, unless
   * that is paid by what is `known` of it: a transaction too many pays nothing. Nor does one whose cycle cannot be told.
   */
  heard(
    payment: SubscriptionAttempt,
    fact: NotificationFact,
    { cycle, known }: { cycle: number; known: readonly Fact[] },
  ): NotificationFact {
    if (hasUnknownCycle(fact)) return this.#told(payment, fact);
    if (!paysCycle(payment, fact, cycle)) return fact;
    const transaction = { orderNumber: payment.orderNumber, transactionId: fact.transactionId, cycle };
    const hasPaid = this.#paid.get(transactionKeyText(transaction)) ?? cycle;
    if (hasPaid !== cycle) return { ...fact, hasPaid };
    if (!hasPayingTransaction(payment, cycle, known)) this.#take(transaction);
    return fact;
  }

  /** Which cycle its transaction has paid tells what its own words do not. */
  #told({ orderNumber }: SubscriptionAttempt, fact: NotificationFact): NotificationFact {
    const hasPaid = this.#paid.get(transactionKeyText({ orderNumber, transactionId: fact.transactionId }));
    return hasPaid === undefined ? fact : { ...fact, hasPaid };
  }

  /**
   * A decision as it counts. What staff accept is paid by the charge that they named, else by what was reported of it, if by anything; but
   * not where it was paid before they did. A charge that they gave back pays nothing any more.
   *
   * @throws PayIndexError `decision_invalid`: somebody else was faster, and the charge or the cycle is taken
   */
  decided(
    payment: SubscriptionAttempt,
    decision: ResolutionFact,
    { cycle, known }: { cycle: number; known: readonly Fact[] },
  ): ResolutionFact {
    const { action, transactions: named = [] } = decision;
    if (action === "closed") return decision;
    if (named.length > 0) {
      if (action === "accepted" && (known.some(isAcceptance) || hasPayingTransaction(payment, cycle, known)))
        throw invalidOperatorAction({
          path: "cycle",
          message: "is paid already: name the one that this charge is of, or give it back",
        });
      this.#pay(payment, named, action === "accepted" ? cycle : refundedTransactionCycle);
      return decision;
    }
    if (action !== "accepted" || hasPayingTransaction(payment, cycle, known)) return decision;
    const told = known.filter(isSuccess).filter(({ hasPaid }) => hasPaid === undefined);
    const transactions = this.#pay(payment, [...new Set(told.map((fact) => fact.transactionId))], cycle);
    return transactions.length === 0 ? decision : { ...decision, transactions };
  }

  /** Gives those of them that pay it; one that has paid another cycle does not, and there must be one that has not. */
  #pay({ orderNumber }: SubscriptionAttempt, transactionIds: readonly string[], cycle: number): string[] {
    const others = transactionIds.map((transactionId) =>
      this.#paid.get(transactionKeyText({ orderNumber, transactionId })),
    );
    const free = transactionIds.filter((_, index) => (others[index] ?? cycle) === cycle);
    if (free.length === 0 && transactionIds.length > 0) {
      const became =
        others[0] === refundedTransactionCycle ? "was given back" : `has paid cycle ${others[0]}`;
      const message = `comes too late: transaction ${transactionIds[0]} ${became}. Look again`;
      throw invalidOperatorAction({ path: "action", message });
    }
    for (const transactionId of free) this.#take({ orderNumber, transactionId, cycle });
    return free;
  }

  /** Those that have paid another cycle of a subscription than this one. */
  ofOthers(orderNumber: string, cycle: number): ReadonlySet<string> {
    const others = [...this.#known, ...this.added].filter(
      (each) => each.orderNumber === orderNumber && each.cycle !== cycle,
    );
    return new Set(others.map(({ transactionId }) => transactionId));
  }

  #take(transaction: PaidTransaction): void {
    if (this.#paid.has(transactionKeyText(transaction))) return;
    this.#paid.set(transactionKeyText(transaction), transaction.cycle);
    this.added.push(transaction);
  }
}
