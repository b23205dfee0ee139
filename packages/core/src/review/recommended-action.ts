import { orderChangedCode } from "../payment/amount-due.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { isRetriable } from "../payment/review-kind-checks.ts";
import type { RecommendedAction } from "../payment/review-kind-rules.ts";
import { type KindsWith, type ReviewKind, reviewKinds } from "../payment/review-kinds.ts";

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
      return isFinalRefusal(item) || isChanged(item) ? "record-refund" : "retry";
    case "subscription-mismatch":
      // A first payment that names another subscription counts, and its order is placed.
      return stateOfSubject(item, attempts) === "review" ? "record-refund" : "dismiss";
    case "no-result":
    case "contradictory-results":
    case "unknown-code":
      return stateOfSubject(item, attempts) === "paid" ? "record-refund" : "dismiss";
  }
}

function isDependent(kind: ReviewKind): kind is KindsWith<"recommendedAction", "depends"> {
  return reviewKinds[kind].recommendedAction === "depends";
}

/** Whether a retry may resolve this item. Pages offer one for such an item, also where they advise something else. */
export function canRetry(item: Pick<RecommendationSubject, "kind" | "problem">): boolean {
  if (item.kind === "order-not-placed") return !isFinalRefusal(item);
  if (item.kind === "renewal-not-placed") return recommendedRenewalAction(item) === "retry";
  return isRetriable(item.kind);
}

/**
 * Refusals that no retry changes: the order or cart is gone, cancelled, or paid in another way. A host uses these codes for
 * these cases only.
 */
const finalRefusalCodes: ReadonlySet<string> = new Set([
  "cart_completed",
  "cart_missing",
  "channel_missing",
  "first_order_cancelled",
  "first_order_missing",
  "host_missing",
  "order_cancelled",
  "order_placed",
]);

/** Staff of most shops cannot change a buyer's cart, so a retry cannot succeed. */
function isChanged({ problem }: Pick<RecommendationSubject, "problem">): boolean {
  return problem.code === orderChangedCode || problem.code === "cart_changed";
}

function isFinalRefusal({ problem }: Pick<RecommendationSubject, "problem">): boolean {
  return finalRefusalCodes.has(problem.code);
}

/** A retry places no order where the engine would not ask the shop for one. */
function recommendedRenewalAction(item: Pick<RecommendationSubject, "problem">): RecommendedAction {
  if (isFinalRefusal(item)) return "record-refund";
  switch (item.problem.code) {
    case "first_order_not_placed":
    case "paid_twice":
      return "record-refund";
    case "renewals_not_placed":
      return "dismiss";
    default:
      return "retry";
  }
}

/** Returns the state of the cycle that the item is about, or of its attempt. */
function stateOfSubject(
  { attemptId, cycle }: RecommendationSubject,
  attempts: readonly AttemptStates[],
): AttemptState {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  if (cycle === undefined) return attempt?.state ?? "created";
  return attempt?.subscription?.cycles.find(({ number }) => number === cycle)?.state ?? "created";
}
