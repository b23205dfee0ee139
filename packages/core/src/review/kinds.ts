import { orderChangedCode } from "../payment/amount-due.ts";
import type { AttemptState } from "../payment/derive-attempt-state.ts";
import type { ResolutionFact } from "../payment/fact.ts";
import type { Job, JobKind } from "../payment/job.ts";
import type { AttemptStatus } from "../status/payment-status.ts";

/** The recommended action for a review item. `work`: retry it. All others are operator actions of `decide`. */
export type RecommendedAction = "work" | ResolutionFact["action"];

type RecommendationSubject = Pick<Job, "kind" | "orderNumber" | "cycle" | "problem">;

/**
 * What staff may decide about an item of this kind; `decide` takes no other. What is paid is accepted already, of what never came nothing
 * is given back, and a look that is still to be taken is taken. Pages offer the first one first: closing an item of a known charge records
 * no refund.
 */
export function allowedActions(kind: JobKind): readonly ResolutionFact["action"][] {
  switch (kind) {
    case "cycle-due":
    case "check-result":
      return [];
    // That the shop could not be told.
    case "closed":
    case "missed":
    case "book-refund":
      return ["closed"];
    // How a notification was signed says nothing of the money that it reports.
    case "weaker-rule":
      return ["closed"];
    case "cycle-missing":
      return ["accepted", "closed"];
    case "paid":
    case "cycle":
    case "paid-twice":
    case "charged-after-closing":
    case "refund-due":
      return ["refunded", "closed"];
    default:
      return ["accepted", "closed", "refunded"];
  }
}

/** Whether this decision must name the `cycle` that it is about: a charge whose cycle cannot be told is accepted for one. */
export function requiresCycle(kind: JobKind, action: ResolutionFact["action"]): boolean {
  return kind === "unknown-cycle" && action === "accepted";
}

/**
 * Returns the recommended action for a review item, after staff have looked at the gateway. It is safe if staff are wrong: money that
 * is reported after dismissing or a recorded refund still counts, and nothing is shipped. `payments` are the attempts of the payment.
 */
export function recommendedAction(
  item: RecommendationSubject,
  payments: readonly AttemptStatus[],
): RecommendedAction {
  switch (item.kind) {
    case "cycle":
      return recommendedRenewalAction(item);
    case "paid":
      return isFinalRefusal(item) || isChanged(item) ? "refunded" : "work";
    case "closed":
    case "missed":
    case "book-refund":
    case "cycle-due":
    case "check-result":
    case "not-verified":
      return "work";
    case "mismatch":
    case "paid-twice":
    case "refund-due":
    case "refund-notice":
    case "unknown-cycle":
    case "unexpected-cycle":
    case "charged-after-closing":
      return "refunded";
    case "cycle-missing":
    case "transaction-reused":
    case "weaker-rule":
      return "closed";
    case "other-master":
      // A first payment that names another one is booked, and its goods are on their way.
      return stateOfSubject(item, payments) === "review" ? "refunded" : "closed";
    case "no-result":
    case "contradictory":
    case "unknown-code":
      return stateOfSubject(item, payments) === "paid" ? "refunded" : "closed";
  }
}

/** Returns whether a retry can resolve this review item. Pages then offer a retry, even if they recommend another action. */
export function canRetry(item: Pick<RecommendationSubject, "kind" | "problem">): boolean {
  switch (item.kind) {
    case "paid":
      return !isFinalRefusal(item);
    case "cycle":
      return recommendedRenewalAction(item) === "work";
    case "closed":
    case "missed":
    case "book-refund":
    case "cycle-due":
    case "check-result":
    case "not-verified":
      return true;
    default:
      return false;
  }
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
  payments: readonly AttemptStatus[],
): AttemptState {
  const payment = payments.find((each) => each.orderNumber === orderNumber);
  if (cycle === undefined) return payment?.state ?? "created";
  return payment?.subscription?.cycles.find(({ number }) => number === cycle)?.state ?? "created";
}
