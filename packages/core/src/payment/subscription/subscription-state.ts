import { isOpenReviewItem, type ReviewItem } from "../review-item.ts";
import type { Cycle } from "./cycle.ts";
import { cycleDueDate, isCycleExpected, isCycleFinished, type SubscriptionAttempt } from "./subscription.ts";

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
