import type { Money } from "../../protocol/money/money.ts";
import {
  type AttemptState,
  deriveAttemptState,
  hasUnknownCycle,
  isSuccess,
  type ReviewFinding,
} from "../derive-attempt-state.ts";
import type { Fact, NotificationFact } from "../fact.ts";
import type { KindsWith } from "../review-kinds.ts";

/** Something a person must look at, about the subscription as a whole. */
interface SubscriptionFinding extends Omit<ReviewFinding, "kind"> {
  readonly kind: KindsWith<"scope", "subscription">;
}

/** Something a person must look at, about one cycle or the subscription as a whole. */
export interface CycleReviewFinding extends Omit<ReviewFinding, "kind"> {
  readonly kind: ReviewFinding["kind"] | KindsWith<"scope", "cycle" | "subscription">;
}

export interface DerivedCycle {
  readonly state: AttemptState;
  readonly items: readonly CycleReviewFinding[];
}

/** What the notifications of a later cycle must say, and what is known of the subscription. */
export interface CycleExpectations {
  /** 2 or more. */
  readonly number: number;
  /** Of each cycle but the first (PLAN-FIRST). */
  readonly amount: Money;
  readonly totalCount: number;
  /** The master order number of the subscription. */
  readonly masterId: string | undefined;
  /** The earliest cycle that closing was reported with. */
  readonly closedWith: number | undefined;
  /** When closing was reported that names no cycle, if this one was due later than that (CYC-CLOSED). */
  readonly closedBefore: string | undefined;
}

/**
 * What the facts of one later cycle amount to (CYC-JUDGE): as those of a payment, but a success counts only if it names the
 * subscription's own master order and a cycle of its plan. Pure; depends on the set of facts, not on their order or number.
 */
export function deriveCycleState(
  terms: CycleExpectations,
  facts: readonly Fact[],
  ofOthers?: ReadonlySet<string>,
): DerivedCycle {
  const others = facts.filter((fact) => isOfOtherSubscription(fact, terms.masterId));
  const judged = deriveAttemptState(
    { amount: terms.amount, trueAmount: terms.amount },
    facts.filter((fact) => !isOfOtherSubscription(fact, terms.masterId)),
    ofOthers,
  );
  const state = stateOfCycle(terms, judged.state, { facts, others });
  const items = [
    ...judged.items,
    ...subscriptionMismatches(others, "It was not booked."),
    ...unexpectedCycle(terms, facts),
    ...(state === "paid" ? chargedAfterClosing(terms) : []),
  ];
  return { state, items };
}

function stateOfCycle(
  { number, totalCount }: CycleExpectations,
  state: AttemptState,
  { facts, others }: { facts: readonly Fact[]; others: readonly NotificationFact[] },
): AttemptState {
  const operator = (action: string) =>
    facts.some((fact) => fact.source === "operator" && fact.action === action);
  if (operator("accepted")) return "paid";
  const isHeld = (state === "paid" && number > totalCount) || (state !== "paid" && others.some(isSuccess));
  if (!isHeld) return state;
  return operator("closed") ? "closed" : "review";
}

/** Whether it names another master order than the subscription's. One that names none is taken for its address. */
export function isOfOtherSubscription(fact: Fact, masterId: string | undefined): fact is NotificationFact {
  return (
    fact.source === "notification" &&
    fact.masterId !== undefined &&
    masterId !== undefined &&
    fact.masterId !== masterId
  );
}

/** What a sale's notifications say of other master orders: a first payment counts whatever it names (CYC-MASTER). */
export function subscriptionMismatchesOfSale(
  facts: readonly Fact[],
  masterId: string | undefined,
): SubscriptionFinding[] {
  const others = facts.filter((fact) => isOfOtherSubscription(fact, masterId));
  return [
    ...subscriptionMismatches(
      others.filter((fact) => !hasUnknownCycle(fact)),
      "A first payment counts all the same: compare the master order at the gateway.",
    ),
    ...subscriptionMismatches(others.filter(hasUnknownCycle), "It was not booked."),
  ];
}

/** One for each master order that does not belong here. */
function subscriptionMismatches(others: readonly NotificationFact[], outcome: string): SubscriptionFinding[] {
  const named = new Set(others.map(({ masterId = "" }) => masterId));
  return [...named].sort().map((masterId) => ({
    kind: "other-master",
    mark: masterId,
    evidence: `It was reported for the master order ${masterId}, which is not that of this subscription. ${outcome}`,
  }));
}

function unexpectedCycle(
  { number, totalCount }: CycleExpectations,
  facts: readonly Fact[],
): CycleReviewFinding[] {
  if (number <= totalCount || !facts.some(isSuccess)) return [];
  const evidence = `Cycle ${number} was charged, and the plan has ${totalCount}. It was not booked.`;
  return [{ kind: "unexpected-cycle", mark: "", evidence }];
}

function chargedAfterClosing({ number, closedWith, closedBefore }: CycleExpectations): CycleReviewFinding[] {
  const closed =
    closedWith !== undefined && number > closedWith
      ? `with cycle ${closedWith}`
      : closedBefore && `on ${closedBefore.slice(0, 10)}, before it was due`;
  if (closed === undefined) return [];
  const evidence = `Cycle ${number} was charged, although the subscription was reported closed ${closed}.`;
  return [{ kind: "charged-after-closing", mark: "", evidence }];
}
