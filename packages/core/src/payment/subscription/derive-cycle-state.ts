import type { Money } from "../../protocol/money/money.ts";
import { type AttemptState, deriveAttemptState } from "../attempt-state.ts";
import { hasUnknownCycle, isNotification, isSuccess } from "../classify-facts.ts";
import type { Fact, NotificationFact, OperatorAction } from "../fact.ts";
import type { ReviewFinding } from "../review-findings.ts";
import type { ReviewKindsWithRule } from "../review-kinds.ts";

/** Something a person must look at, about the subscription as a whole. */
export interface SubscriptionFinding extends Omit<ReviewFinding, "kind"> {
  readonly kind: ReviewKindsWithRule<"scope", "subscription">;
}

/** Something a person must look at, about one cycle or the subscription as a whole. */
interface CycleReviewFinding extends Omit<ReviewFinding, "kind"> {
  readonly kind: ReviewFinding["kind"] | ReviewKindsWithRule<"scope", "cycle" | "subscription">;
}

/** The expected contents of a later cycle's notifications, and the known data of the subscription. */
export interface CycleExpectations {
  /** 2 or more. */
  readonly number: number;
  /** The amount of each cycle except the first (PLAN-FIRST). */
  readonly amount: Money;
  readonly totalCount: number;
  /** The gateway subscription ID of the subscription. */
  readonly gatewaySubscriptionId: string | undefined;
  /** The earliest cycle that closing was reported with. */
  readonly closedWith: number | undefined;
  /** When a closing without a cycle was reported, if this cycle was due later (CYC-CLOSED). */
  readonly closedBefore: string | undefined;
}

/**
 * Derives the state of one later cycle from its facts (CYC-STATE), like the state of an attempt. But a success counts
 * only if it names the subscription's own gateway subscription ID and a cycle of its plan. Has no side effects, and
 * depends on the set of facts, not on their order or number.
 */
export function deriveCycleState(
  terms: CycleExpectations,
  facts: readonly Fact[],
  ofOthers?: ReadonlySet<string>,
): { readonly state: AttemptState; readonly findings: readonly CycleReviewFinding[] } {
  const others = facts.filter((fact) => isOfOtherSubscription(fact, terms.gatewaySubscriptionId));
  const derived = deriveAttemptState(
    { amount: terms.amount, chargedAmount: terms.amount },
    facts.filter((fact) => !isOfOtherSubscription(fact, terms.gatewaySubscriptionId)),
    ofOthers,
  );
  const state = stateOfCycle(terms, derived.state, { facts, others });
  const items = [
    ...derived.findings,
    ...subscriptionMismatches(others, "It was not recorded as paid."),
    ...unexpectedCycle(terms, facts),
    ...incompleteNotificationFindings(facts),
    ...(state === "paid" ? chargedAfterClosing(terms) : []),
  ];
  return { state, findings: items };
}

function stateOfCycle(
  { number, totalCount }: CycleExpectations,
  state: AttemptState,
  { facts, others }: { facts: readonly Fact[]; others: readonly NotificationFact[] },
): AttemptState {
  const operator = (action: OperatorAction) =>
    facts.some((fact) => fact.source === "operator" && fact.action === action);
  if (operator("accept")) return "paid";
  const isHeld = (state === "paid" && number > totalCount) || (state !== "paid" && others.some(isSuccess));
  if (!isHeld) return state;
  return operator("dismiss") ? "closed" : "review";
}

/**
 * Whether a notification names another gateway subscription ID. One without an ID belongs to the subscription of its
 * notify address.
 */
export function isOfOtherSubscription(
  fact: Fact,
  gatewaySubscriptionId: string | undefined,
): fact is NotificationFact {
  return (
    fact.source === "notification" &&
    fact.gatewaySubscriptionId !== undefined &&
    gatewaySubscriptionId !== undefined &&
    fact.gatewaySubscriptionId !== gatewaySubscriptionId
  );
}

/**
 * Returns findings about other gateway subscription IDs in a sale's notifications: a first payment counts with any ID
 * (CYC-SUBSCRIPTION).
 */
export function subscriptionMismatchesOfSale(
  facts: readonly Fact[],
  gatewaySubscriptionId: string | undefined,
): SubscriptionFinding[] {
  const others = facts.filter((fact) => isOfOtherSubscription(fact, gatewaySubscriptionId));
  return [
    ...subscriptionMismatches(
      others.filter((fact) => !hasUnknownCycle(fact)),
      "A first payment counts all the same: compare the gateway subscription ID at the gateway.",
    ),
    ...subscriptionMismatches(others.filter(hasUnknownCycle), "It was not recorded as paid."),
  ];
}

/** Returns one finding for each gateway subscription ID that does not belong to the subscription. */
function subscriptionMismatches(others: readonly NotificationFact[], outcome: string): SubscriptionFinding[] {
  const named = new Set(others.map(({ gatewaySubscriptionId = "" }) => gatewaySubscriptionId));
  return [...named].sort().map((gatewaySubscriptionId) => ({
    kind: "subscription-mismatch",
    dedupeKey: gatewaySubscriptionId,
    evidence: `It was reported for the gateway subscription ID ${gatewaySubscriptionId}, which is not that of this subscription. ${outcome}`,
  }));
}

function unexpectedCycle(
  { number, totalCount }: CycleExpectations,
  facts: readonly Fact[],
): CycleReviewFinding[] {
  if (number <= totalCount || !facts.some(isSuccess)) return [];
  const evidence = `Cycle ${number} was charged, and the plan has ${totalCount}. It was not recorded as paid.`;
  return [{ kind: "unexpected-cycle", dedupeKey: "", evidence }];
}

function chargedAfterClosing({ number, closedWith, closedBefore }: CycleExpectations): CycleReviewFinding[] {
  const closed =
    closedWith !== undefined && number > closedWith
      ? `with cycle ${closedWith}`
      : closedBefore && `on ${closedBefore.slice(0, 10)}, before it was due`;
  if (closed === undefined) return [];
  const evidence = `Cycle ${number} was charged, although the subscription was reported closed ${closed}.`;
  return [{ kind: "charged-after-closing", dedupeKey: "", evidence }];
}

/**
 * Returns a finding for each transaction of a subscription whose notification lacks a required field (ITEM-FIELDS). A notification whose
 * cycle is unknown, or whose transaction paid another cycle, has a finding of its own. A refund notice and a report that the subscription was closed are complete without it.
 */
export function incompleteNotificationFindings(facts: readonly Fact[]): ReviewFinding[] {
  return facts.filter(isNotification).filter(isAboutCharge).flatMap(toFinding);
}

function isAboutCharge(fact: NotificationFact): boolean {
  return (
    fact.alertType === undefined &&
    fact.usedFor === undefined &&
    fact.enabled !== "0" &&
    !hasUnknownCycle(fact)
  );
}

function toFinding({ transactionId, gatewaySubscriptionId, periodCount }: NotificationFact): ReviewFinding[] {
  const missing = [
    ...(gatewaySubscriptionId === undefined ? ["payment_transaction_id"] : []),
    ...(periodCount === undefined ? ["payment_period_count"] : []),
  ];
  if (missing.length === 0) return [];
  const counted = periodCount === undefined ? " It was recorded as the first payment." : "";
  const evidence = `The notification of transaction ${transactionId} lacks ${missing.join(" and ")}.${counted}`;
  return [{ kind: "incomplete-notification", dedupeKey: transactionId, evidence }];
}
