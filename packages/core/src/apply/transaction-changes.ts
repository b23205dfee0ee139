import type { Attempt } from "../payment/attempt.ts";
import { hasUnknownCycle, isAcceptance, isSuccess } from "../payment/classify-facts.ts";
import {
  type Fact,
  includesSameFact,
  type PaymentReport,
  type ResolutionFact,
  type TransactionPaidCycleOrRefunded,
} from "../payment/fact.ts";
import {
  hasPayingTransaction,
  isSubscriptionAttempt,
  paysCycle,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import { type TransactionKey, transactionKeyText, type UsedTransaction } from "../ports/store.ts";
import { invalidOperatorActionError } from "./operator-action-errors.ts";

/** The cycle that a fact is about, with the facts that are known of it. 1 is the sale. */
interface CycleFacts {
  readonly cycle: number;
  readonly known: readonly Fact[];
}

/** What the transactions of a payment's subscriptions are used for: each pays at most one cycle (CYC-TRANSACTION). */
export class TransactionChanges {
  readonly added: UsedTransaction[] = [];
  /** What new replies to queries reported. */
  readonly queried: TransactionKey[] = [];
  readonly #known: readonly UsedTransaction[];
  readonly #uses: Map<string, TransactionPaidCycleOrRefunded>;

  constructor(known: readonly UsedTransaction[]) {
    this.#known = known;
    this.#uses = new Map(known.map((transaction) => [transactionKeyText(transaction), transaction.usedFor]));
  }

  /**
   * Returns the report as it counts for its cycle: with the other use of its transaction, if there is one. Otherwise the
   * transaction pays this cycle, unless the cycle is paid already. A transaction whose cycle is unknown pays nothing.
   */
  countReport<Report extends PaymentReport>(
    attempt: SubscriptionAttempt,
    fact: Report,
    { cycle, known }: CycleFacts,
  ): Report {
    const { attemptId } = attempt;
    const { transactionId } = fact;
    const usedFor = this.#uses.get(transactionKeyText({ attemptId, transactionId }));
    if (fact.source === "notification" && hasUnknownCycle(fact))
      return usedFor === undefined ? fact : { ...fact, usedFor };
    if (!paysCycle(attempt, fact, cycle)) return fact;
    if (usedFor !== undefined && usedFor !== cycle) return { ...fact, usedFor };
    if (!hasPayingTransaction(attempt, cycle, known)) this.#use({ attemptId, transactionId, usedFor: cycle });
    return fact;
  }

  /** Returns a reply to a query as it counts. It is about the sale, never about a later cycle. Other facts are returned as they are. */
  countInquiry(attempt: Attempt, fact: Fact): Fact {
    if (fact.source !== "inquiry") return fact;
    const { attemptId } = attempt;
    const { transactionId } = fact;
    const isNew = !includesSameFact(attempt.facts, fact);
    if (isNew && transactionId !== "") this.queried.push({ attemptId, transactionId });
    if (!isSubscriptionAttempt(attempt)) return fact;
    return this.countReport(attempt, fact, { cycle: 1, known: attempt.facts });
  }

  /**
   * Returns the operator action with the transactions that it covers. An accepted cycle is paid by the transaction that the operator
   * named, otherwise by all reported successes, unless it was paid before. A refunded transaction pays no cycle any more.
   *
   * @throws PayIndexError `resolution_invalid`: another operator was faster, and the transaction or the cycle is used
   */
  countResolution(
    attempt: SubscriptionAttempt,
    resolution: ResolutionFact,
    { cycle, known }: CycleFacts,
  ): ResolutionFact {
    const { action, transactions: named = [] } = resolution;
    if (action === "dismiss") return resolution;
    const isPaid = known.some(isAcceptance) || hasPayingTransaction(attempt, cycle, known);
    if (named.length > 0) {
      if (action === "accept" && isPaid)
        throw invalidOperatorActionError(
          "cycle",
          "is paid already: name the cycle that this charge pays, or record its refund",
        );
      this.#useFor(attempt, named, action === "accept" ? cycle : "refunded");
      return resolution;
    }
    if (action !== "accept" || hasPayingTransaction(attempt, cycle, known)) return resolution;
    const reported = known.filter(isSuccess).filter(({ usedFor }) => usedFor === undefined);
    const ids = [...new Set(reported.map((fact) => fact.transactionId))];
    const transactions = this.#useFor(attempt, ids, cycle);
    return transactions.length === 0 ? resolution : { ...resolution, transactions };
  }

  /** Returns the transactions that now have this use. One with another use keeps it. Refuses if all of them have another use. */
  #useFor(
    { attemptId }: SubscriptionAttempt,
    transactionIds: readonly string[],
    usedFor: TransactionPaidCycleOrRefunded,
  ): string[] {
    const otherUse = (transactionId: string) => {
      const known = this.#uses.get(transactionKeyText({ attemptId, transactionId }));
      return known === usedFor ? undefined : known;
    };
    const free = transactionIds.filter((transactionId) => otherUse(transactionId) === undefined);
    const [first] = transactionIds;
    if (free.length === 0 && first !== undefined) {
      const use = otherUse(first);
      const reason = use === "refunded" ? "was refunded" : `pays cycle ${use}`;
      const message = `cannot be recorded, because transaction ${first} ${reason} now. Reload the page`;
      throw invalidOperatorActionError("action", message);
    }
    for (const transactionId of free) this.#use({ attemptId, transactionId, usedFor });
    return free;
  }

  /** Returns the transactions of a subscription that have another use than this cycle. */
  usedForOthers(attemptId: string, cycle: number): ReadonlySet<string> {
    const others = [...this.#known, ...this.added].filter(
      (each) => each.attemptId === attemptId && each.usedFor !== cycle,
    );
    return new Set(others.map(({ transactionId }) => transactionId));
  }

  #use(transaction: UsedTransaction): void {
    if (this.#uses.has(transactionKeyText(transaction))) return;
    this.#uses.set(transactionKeyText(transaction), transaction.usedFor);
    this.added.push(transaction);
  }
}
