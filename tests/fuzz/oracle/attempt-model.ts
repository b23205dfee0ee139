import { type AttemptTerms, equalsAmount } from "./attempt-terms.ts";
import type { VerifiedFact } from "./verified-fact.ts";

/** A cycle of a subscription, 1 for the sale; undefined when the message names none that exists. */
type CycleNumber = number | undefined;

/** What one attempt must be worth after the facts that the oracle accepted, in their order. */
export class AttemptModel {
  readonly terms: AttemptTerms;
  /** Paid cycles; the sale is cycle 1. */
  readonly paidCycles = new Set<number>();
  /** A success was accepted that pays nothing, so that a person must see it. */
  needsReview = false;
  readonly #payers = new Map<string, number>();
  #subscription: string | undefined;

  constructor(terms: AttemptTerms) {
    this.terms = terms;
  }

  get isPaid(): boolean {
    return this.paidCycles.has(1);
  }

  apply(fact: VerifiedFact): void {
    if (fact.code !== "00" || fact.alert !== undefined) return;
    const cycle = this.#cycleOf(fact);
    const payer = fact.transaction.slice(0, 64);
    const isReused = cycle !== undefined && (this.#payers.get(payer) ?? cycle) !== cycle;
    if (cycle === undefined || isReused || !this.#fits(fact, cycle)) {
      this.needsReview = true;
      return;
    }
    this.#subscription ??= this.terms.cycles > 0 ? fact.subscription?.slice(0, 64) : undefined;
    if (this.paidCycles.has(cycle)) return;
    this.paidCycles.add(cycle);
    this.#payers.set(payer, cycle);
  }

  #cycleOf({ order, count, subscription }: VerifiedFact): CycleNumber {
    if (this.terms.cycles === 0) return 1;
    const isOwn = order === this.terms.orderId;
    if (count === undefined) return isOwn ? 1 : undefined;
    if (!/^[1-9][0-9]{0,8}$/.test(count)) return undefined;
    if (isOwn) return Number(count);
    return count === "1" || subscription === undefined ? undefined : Number(count);
  }

  #fits(fact: VerifiedFact, cycle: number): boolean {
    const { amount, firstAmount, currency, cycles } = this.terms;
    const reported = fact.currency ?? currency;
    const isMoney =
      /^[A-Za-z]{3}$/.test(reported) &&
      reported.toUpperCase() === currency &&
      equalsAmount(fact.amount, amount) &&
      equalsAmount(fact.trueAmount, cycle === 1 ? firstAmount : amount);
    if (cycle === 1) return isMoney;
    const isOwnMaster =
      fact.subscription === undefined ||
      this.#subscription === undefined ||
      fact.subscription.slice(0, 64) === this.#subscription;
    return isMoney && cycle <= cycles && isOwnMaster;
  }
}
