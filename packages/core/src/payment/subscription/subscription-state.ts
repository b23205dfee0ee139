import type { Attempt } from "../attempt.ts";
import type { CancellationFact } from "../cancellation.ts";
import { isAcceptance, isSuccess } from "../classify-facts.ts";
import type { Fact } from "../fact.ts";
import type { ReviewFinding } from "../review-findings.ts";
import { isOpenReviewItem, type ReviewItem } from "../review-item.ts";
import type { Cycle } from "./cycle.ts";
import {
  incompleteNotificationFindings,
  type SubscriptionFinding,
  subscriptionMismatchesOfSale,
} from "./derive-cycle-state.ts";
import {
  addClosing,
  cycleDueDate,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
  type SubscriptionSummary,
} from "./subscription.ts";

/**
 * The state of a subscription. `waiting`: the first cycle is not paid. `closed`: the gateway charges no further cycle, because it was
 * cancelled or the gateway reported it. `ended`: the last cycle of the plan is paid, or staff dismissed it. `active`: all else, also if a
 * cycle failed or is overdue.
 */
export type SubscriptionState = "waiting" | "active" | "closed" | "ended";

/** The later cycles of a subscription. */
export interface LaterCycles {
  readonly later: readonly Pick<Cycle, "number" | "state">[];
  /** The numbers of the overdue cycles. */
  readonly overdue: ReadonlySet<number>;
  readonly timeZone: string;
}

/** Returns the cycles with an open review item `cycle-overdue`. */
export function findCyclesWithOverdueItem(
  attemptId: string,
  items: readonly ReviewItem[],
): ReadonlySet<number> {
  const numbers = items.flatMap((item) =>
    item.kind === "cycle-overdue" && isOpenReviewItem(item) && item.attemptId === attemptId
      ? (item.cycle ?? [])
      : [],
  );
  return new Set(numbers);
}

/** Returns the state of the subscription that the attempt started. */
export function subscriptionStateOf(attempt: SubscriptionAttempt, cycles: LaterCycles): SubscriptionState {
  const { state, plan, subscription } = attempt;
  if (state !== "paid") return "waiting";
  const isLast = ({ number, state: own }: Pick<Cycle, "number" | "state">) =>
    number === plan.totalCount && isCycleFinished(own);
  const isWaited = nextCycleOf(attempt, cycles) !== undefined || cycles.overdue.size > 0;
  if (!isWaited && [{ number: 1, state }, ...cycles.later].some(isLast)) return "ended";
  return subscription?.closedAt === undefined ? "active" : "closed";
}

/** Returns the first expected cycle: not paid, not dismissed, not overdue. Undefined if there is none. */
export function nextCycleOf(
  attempt: SubscriptionAttempt,
  { later, overdue, timeZone }: LaterCycles,
): { readonly number: number; readonly dueAt: string } | undefined {
  if (attempt.state !== "paid") return undefined;
  const over = new Set([
    ...overdue,
    ...later.flatMap(({ number, state }) => (isCycleFinished(state) ? [number] : [])),
  ]);
  let number = 2;
  while (over.has(number)) number++;
  const due = cycleDueDate(attempt, number, { timeZone });
  return isCycleExpected(attempt, number, due) ? { number, dueAt: due.toISOString() } : undefined;
}

type ConfirmedCancellation = CancellationFact & { readonly step: "confirmed" };

export function isConfirmedCancellation(fact: Fact): fact is ConfirmedCancellation {
  return fact.source === "cancellation" && fact.step === "confirmed";
}

export function isCancellationRequest(fact: Fact): fact is CancellationFact & { readonly step: "requested" } {
  return fact.source === "cancellation" && fact.step === "requested";
}

/** Returns whether the gateway or staff reported that any cycle of a subscription was charged, with any amount. */
export function wasSubscriptionCharged({ facts, subscription }: SubscriptionAttempt): boolean {
  return (
    subscription?.gatewaySubscriptionId !== undefined ||
    facts.some((fact) => isSuccess(fact) || isAcceptance(fact))
  );
}

/**
 * Returns the attempt with its subscription closed by each confirmed cancellation, like by a reported closing (CAN-CLOSED): after the cycle
 * that the confirmation names, otherwise from its moment on. Returns the same object if nothing is new.
 */
export function closeCancelledSubscription(attempt: SubscriptionAttempt): SubscriptionAttempt {
  const known: SubscriptionSummary = attempt.subscription ?? {};
  const closed = attempt.facts
    .filter(isConfirmedCancellation)
    .reduce((summary, { at, lastCycle }) => addClosing(summary, at, lastCycle), known);
  const names = ["closedAt", "closedWith", "closedWithoutCycleAt"] as const;
  return names.every((name) => closed[name] === known[name]) ? attempt : { ...attempt, subscription: closed };
}

/** Returns the review findings about the subscription that an attempt started: other subscriptions' notifications, and missing fields. */
export function subscriptionFindings(attempt: Attempt): (ReviewFinding | SubscriptionFinding)[] {
  const { facts, subscription } = attempt;
  return [
    ...subscriptionMismatchesOfSale(facts, subscription?.gatewaySubscriptionId),
    ...(isSubscriptionAttempt(attempt) ? incompleteNotificationFindings(facts) : []),
  ];
}
