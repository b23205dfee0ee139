import { orderChangedCode } from "../payment/amount-due.ts";
import type { AttemptState } from "../payment/derive-attempt-state.ts";
import type { Job } from "../payment/job.ts";
import type { RecommendedAction } from "../payment/review-kind-rules.ts";
import { isRetriable, type JobKind, type KindsWith, reviewKinds } from "../payment/review-kinds.ts";

type RecommendationSubject = Pick<Job, "kind" | "orderNumber" | "cycle" | "problem">;

/** The states of an attempt and its cycles. An `AttemptStatus` has them. */
interface AttemptStates {
  readonly orderNumber: string;
  readonly state: AttemptState;
  readonly subscription:
    | { readonly cycles: readonly { readonly number: number; readonly state: AttemptState }[] }
    | undefined;
}

/**
 * Returns the action that operators are advised to take, once they have looked at the gateway.
 *
 * @param payments the attempts of the item's payment
 */
export function recommendedAction(
  item: RecommendationSubject,
  payments: readonly AttemptStates[],
): RecommendedAction {
  const { kind } = item;
  if (!isDependent(kind)) return reviewKinds[kind].recommendedAction;
  switch (kind) {
    case "cycle":
      return recommendedRenewalAction(item);
    case "paid":
      return isFinalRefusal(item) || isChanged(item) ? "refunded" : "work";
    case "other-master":
      // A first payment that names another one is booked, and its goods are on their way.
      return stateOfSubject(item, payments) === "review" ? "refunded" : "closed";
    case "no-result":
    case "contradictory":
    case "unknown-code":
      return stateOfSubject(item, payments) === "paid" ? "refunded" : "closed";
  }
}

function isDependent(kind: JobKind): kind is KindsWith<"recommendedAction", "depends"> {
  return reviewKinds[kind].recommendedAction === "depends";
}

/** Whether a retry may resolve this item. Pages offer one for such an item, also where they advise something else. */
export function canRetry(item: Pick<RecommendationSubject, "kind" | "problem">): boolean {
  if (item.kind === "paid") return !isFinalRefusal(item);
  if (item.kind === "cycle") return recommendedRenewalAction(item) === "work";
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

/** Staff of most shops cannot change the cart of a buyer, and nobody else could make a retry succeed. */
function isChanged({ problem }: Pick<RecommendationSubject, "problem">): boolean {
  return problem?.code === orderChangedCode || problem?.code === "cart_changed";
}

function isFinalRefusal({ problem }: Pick<RecommendationSubject, "problem">): boolean {
  return problem !== undefined && finalRefusalCodes.has(problem.code);
}

/** Trying again makes no order where the ledger would not ask the shop for one. */
function recommendedRenewalAction(item: Pick<RecommendationSubject, "problem">): RecommendedAction {
  if (isFinalRefusal(item)) return "refunded";
  switch (item.problem?.code) {
    case "first_not_placed":
    case "paid_twice":
      return "refunded";
    case "renewals_not_made":
      return "closed";
    default:
      return "work";
  }
}

/** That of the cycle which the item is about, or of its payment. */
function stateOfSubject(
  { orderNumber, cycle }: RecommendationSubject,
  payments: readonly AttemptStates[],
): AttemptState {
  const payment = payments.find((each) => each.orderNumber === orderNumber);
  if (cycle === undefined) return payment?.state ?? "created";
  return payment?.subscription?.cycles.find(({ number }) => number === cycle)?.state ?? "created";
}
