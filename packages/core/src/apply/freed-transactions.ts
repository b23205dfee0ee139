import type { Attempt } from "../payment/attempt.ts";
import { successfulTransactionIds } from "../payment/classify-facts.ts";
import type { ResolutionFact } from "../payment/fact.ts";
import { furtherAttemptDedupeKey, type ReviewItem } from "../payment/review-item.ts";
import { reviewKinds } from "../payment/review-kinds.ts";

/** What an operator action is about. */
export interface ResolutionSubject {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  /** The review item that the operator named. */
  readonly item: ReviewItem | undefined;
}

/**
 * Returns the operator action with what it frees for another payment (ENG-FREE): a paid attempt without an order, or refunded transactions of an attempt
 * under review. Without a named transaction these are all that were reported as successful by now.
 */
export function addWhatResolutionFrees(
  resolution: ResolutionFact,
  { attempt, cycle, item }: ResolutionSubject,
): ResolutionFact {
  if (cycle !== undefined || resolution.action === "accept") return resolution;
  if (item !== undefined && concernsWholeAttempt(item)) return { ...resolution, frees: "attempt" };
  if (
    resolution.action !== "record-refund" ||
    attempt.state !== "review" ||
    resolution.transactions !== undefined
  )
    return resolution;
  const named =
    item !== undefined && reviewKinds[item.kind].frees === "transaction" ? [item.dedupeKey] : undefined;
  return {
    ...resolution,
    frees: "transactions",
    transactions: named ?? successfulTransactionIds(attempt.facts),
  };
}

/** Whether no order was placed for the attempt that the item is about. */
function concernsWholeAttempt(item: ReviewItem): boolean {
  return (
    reviewKinds[item.kind].frees === "attempt" ||
    (item.kind === "paid-twice" && item.dedupeKey === furtherAttemptDedupeKey)
  );
}
