import type { Attempt } from "../payment/attempt.ts";
import { reportedTransactionIds } from "../payment/derive-attempt-state.ts";
import type { ResolutionFact } from "../payment/fact.ts";
import { dedupeKeyOf, type Job } from "../payment/job.ts";
import { reviewKinds } from "../payment/review-kinds.ts";

/** What a decision is about. */
export interface ResolutionSubject {
  readonly payment: Attempt;
  readonly cycle: number | undefined;
  /** The review item that the operator named. */
  readonly item: Job | undefined;
}

/**
 * The decision with what it frees for another payment (LED-FREE): a paid attempt without an order, or refunded transactions of an attempt
 * under review. Without a named transaction these are all that were reported as successful by now.
 */
export function addFreedScope(
  decision: ResolutionFact,
  { payment, cycle, item }: ResolutionSubject,
): ResolutionFact {
  if (cycle !== undefined || decision.action === "accepted") return decision;
  if (item !== undefined && concernsWholeAttempt(item)) return { ...decision, frees: "attempt" };
  if (decision.action !== "refunded" || payment.state !== "review" || decision.transactions !== undefined)
    return decision;
  const named =
    item !== undefined && reviewKinds[item.kind].frees === "transaction" ? [dedupeKeyOf(item)] : undefined;
  return { ...decision, frees: "transactions", transactions: named ?? reportedTransactionIds(payment.facts) };
}

/** Whether no order was placed for the attempt that the item is about. */
function concernsWholeAttempt(item: Job): boolean {
  return (
    reviewKinds[item.kind].frees === "attempt" || (item.kind === "paid-twice" && dedupeKeyOf(item) === "1")
  );
}
