import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { type Fact, includesSameFact } from "../payment/fact.ts";
import { isPaymentReport } from "../payment/fact-kinds.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { CycleSelection, Payment } from "../ports/store.ts";

/** The charge that a message of the dispute webhook is about. */
export interface DisputedCycle {
  /** The later cycle that the transaction paid, or that it was reported for. Undefined: the sale, or it is not known. */
  readonly cycle: number | undefined;
  /** Whether the fact is stored already. */
  readonly isRepeated: boolean;
}

/** A fact about a transaction. */
export type TransactionFact = Fact & { readonly transactionId: string };

/**
 * Finds the charge by its transaction, because all cycles of a subscription can be reported under one order ID (DSP-FACT). A fact that was
 * stored before its transaction was known stays where it is.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function findDisputedCycle<Tx>(
  { store }: Pick<EngineContext<Tx>, "store">,
  attempt: Attempt,
  fact: TransactionFact,
): Promise<DisputedCycle> {
  const { attemptId } = attempt;
  const { transactionId } = fact;
  const load = (cycles: CycleSelection) =>
    store.load(attempt, { attemptIds: [attemptId], transactions: [{ attemptId, transactionId }], cycles });
  const payment = await load([]);
  const sale = payment.attempts.find((each) => each.attemptId === attemptId) ?? attempt;
  if (includesSameFact(sale.facts, fact)) return { cycle: undefined, isRepeated: true };
  const usedFor = payment.transactions[0]?.usedFor;
  const isOfSale = usedFor === 1 || (usedFor === undefined && isReported(sale.facts, transactionId));
  if (!isSubscriptionAttempt(sale) || isOfSale) return { cycle: undefined, isRepeated: false };
  const named = typeof usedFor === "number" ? [{ attemptId, number: usedFor }] : undefined;
  return findCycle(await load(named ?? "all"), attemptId, fact);
}

function findCycle(
  { cycles, transactions }: Payment,
  attemptId: string,
  fact: TransactionFact,
): DisputedCycle {
  const [used] = transactions;
  const own = cycles.filter((cycle) => cycle.attemptId === attemptId);
  const found =
    own.find(({ facts }) => includesSameFact(facts, fact)) ??
    own.find(({ number }) => number === used?.usedFor) ??
    own.find(({ facts }) => isReported(facts, fact.transactionId));
  return { cycle: found?.number, isRepeated: found !== undefined && includesSameFact(found.facts, fact) };
}

function isReported(facts: readonly Fact[], transactionId: string): boolean {
  return facts.some((fact) => isPaymentReport(fact) && fact.transactionId === transactionId);
}
