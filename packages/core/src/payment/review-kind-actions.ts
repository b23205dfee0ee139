import type { OperatorAction } from "./fact.ts";
import { type ReviewKind, reviewKinds } from "./review-kinds.ts";

/** Returns the actions that operators can take on an item of this kind. Pages offer the first one first. */
export function allowedActions(kind: ReviewKind): readonly OperatorAction[] {
  return reviewKinds[kind].allowedActions;
}

/** Whether operators can retry items of this kind: of all others, only a person can decide. */
export function isRetriable(kind: ReviewKind): boolean {
  return reviewKinds[kind].retryRuns !== "nothing";
}

/** Whether this action requires the operator to name the cycle: for accepting a charge of an unknown cycle. */
export function requiresCycle(kind: ReviewKind, action: OperatorAction): boolean {
  return action === "accept" && reviewKinds[kind].needsCycle;
}

/** Whether a refund about an item of this kind gives back money of the placed order. All others are about another charge. */
export function concernsPlacedOrder(kind: ReviewKind | undefined): boolean {
  return kind === undefined || reviewKinds[kind].money === "placed-order";
}
