import type { DecisionFact } from "../payment/fact.ts";
import { reportedSuccesses } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { markOf, type Work } from "./work.ts";

/** What a decision is about. */
export interface Decided {
  readonly payment: Payment;
  readonly cycle: number | undefined;
  /** The review item that the operator named. */
  readonly item: Work | undefined;
}

/**
 * The decision with what it frees for another payment (LED-FREE): a paid attempt without an order, or refunded transactions of an attempt
 * under review. Without a named transaction these are all that were reported as successful by now.
 */
export function withFreed(decision: DecisionFact, { payment, cycle, item }: Decided): DecisionFact {
  if (cycle !== undefined || decision.action === "accepted") return decision;
  if (item !== undefined && isAboutWholeAttempt(item)) return { ...decision, frees: "attempt" };
  if (decision.action !== "refunded" || payment.state !== "review" || decision.transactions !== undefined)
    return decision;
  const named = item?.kind === "mismatch" || item?.kind === "transaction-reused" ? [markOf(item)] : undefined;
  return { ...decision, frees: "transactions", transactions: named ?? reportedSuccesses(payment.facts) };
}

/** Whether no order was placed for the attempt that the item is about. */
function isAboutWholeAttempt(item: Work): boolean {
  return item.kind === "paid" || (item.kind === "paid-twice" && markOf(item) === "1");
}
