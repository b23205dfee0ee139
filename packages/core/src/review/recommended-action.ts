import type { AttemptState } from "../payment/attempt-state.ts";
import { type RefusalRemedy, refusalRemedy } from "../payment/order-refusals.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { isRetriable } from "../payment/review-kind-actions.ts";
import type { RecommendedAction } from "../payment/review-kind-rules.ts";
import { type ReviewKind, type ReviewKindsWithRule, reviewKinds } from "../payment/review-kinds.ts";

type RecommendationSubject = Pick<ReviewItem, "kind" | "attemptId" | "cycle" | "problem">;

/** The states of an attempt and its cycles. An `AttemptStatus` has them. */
interface AttemptStates {
  readonly attemptId: string;
  readonly state: AttemptState;
  readonly subscription:
    | { readonly cycles: readonly { readonly number: number; readonly state: AttemptState }[] }
    | undefined;
}

/**
 * Returns the action that operators are advised to take, once they have looked at the gateway.
 *
 * @param attempts the attempts of the item's payment
 */
export function recommendedAction(
  item: RecommendationSubject,
  attempts: readonly AttemptStates[],
): RecommendedAction {
  const { kind } = item;
  if (!isDependent(kind)) return reviewKinds[kind].recommendedAction;
  switch (kind) {
    case "renewal-not-placed":
      return recommendedRenewalAction(item);
    case "order-not-placed":
      return remedyAdvice[refusalRemedy(item.problem.code)].action;
    case "subscription-mismatch":
      // A first payment that names another subscription counts, and its order is placed.
      return stateOfSubject(item, attempts) === "review" ? "record-refund" : "dismiss";
    case "no-result":
    case "contradictory-results":
    case "unknown-code":
      return stateOfSubject(item, attempts) === "paid" ? "record-refund" : "dismiss";
  }
}

function isDependent(kind: ReviewKind): kind is ReviewKindsWithRule<"recommendedAction", "depends"> {
  return reviewKinds[kind].recommendedAction === "depends";
}

/** The action that staff are advised to take on a refused order, and whether pages offer a retry. */
const remedyAdvice: Readonly<
  Record<RefusalRemedy, { readonly action: RecommendedAction; readonly canRetry: boolean }>
> = {
  refund: { action: "record-refund", canRetry: false },
  restore: { action: "record-refund", canRetry: true },
  correct: { action: "retry", canRetry: true },
  "place-by-hand": { action: "dismiss", canRetry: false },
  decide: { action: "dismiss", canRetry: true },
};

/** Whether a retry may resolve this item. Pages offer one for such an item, also where they advise something else. */
export function canRetry(item: Pick<RecommendationSubject, "kind" | "problem">): boolean {
  if (item.kind === "order-not-placed" || item.kind === "renewal-not-placed")
    return remedyAdvice[refusalRemedy(item.problem.code)].canRetry;
  return isRetriable(item.kind);
}

/** Staff can restore the order of a renewal, because no buyer changes it. */
function recommendedRenewalAction(item: Pick<RecommendationSubject, "problem">): RecommendedAction {
  const remedy = refusalRemedy(item.problem.code);
  return remedy === "restore" ? "retry" : remedyAdvice[remedy].action;
}

/** Returns the state of the cycle that the item is about, or of its attempt. */
function stateOfSubject({ attemptId, cycle }: RecommendationSubject, attempts: readonly AttemptStates[]) {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  if (cycle === undefined) return attempt?.state ?? "created";
  return attempt?.subscription?.cycles.find(({ number }) => number === cycle)?.state ?? "created";
}
