import { expect, test } from "vitest";
import type { AttemptState } from "../../../src/payment/attempt-state.ts";
import type { ReviewItem } from "../../../src/payment/review-item.ts";
import type {
  SubscriptionAttempt,
  SubscriptionSummary,
} from "../../../src/payment/subscription/subscription.ts";
import {
  findCyclesWithOverdueItem,
  type LaterCycles,
  nextCycleOf,
  subscriptionStateOf,
} from "../../../src/payment/subscription/subscription-state.ts";
import { exampleAttempt, examplePlan } from "../example-attempt.ts";
import { exampleNotification } from "../example-facts.ts";

const paidAt = "2026-01-10T10:00:00.000Z";

interface Changed {
  readonly state?: AttemptState;
  readonly subscription?: SubscriptionSummary;
  readonly totalCount?: number;
}

const subscribed = ({ state = "paid", subscription, totalCount = 3 }: Changed = {}): SubscriptionAttempt => ({
  ...exampleAttempt({ state, facts: [exampleNotification({ at: paidAt })] }),
  plan: { ...examplePlan, totalCount },
  ...(subscription && { subscription }),
});

const cycles = (later: Record<number, AttemptState>, overdue: readonly number[] = []): LaterCycles => ({
  later: Object.entries(later).map(([number, state]) => ({ number: Number(number), state })),
  overdue: new Set(overdue),
  timeZone: "UTC",
});

const item = (changed: Partial<ReviewItem>): ReviewItem => ({
  ...{ id: "1", tenant: "default", reference: "order-1", attemptId: "A", kind: "cycle-overdue" },
  ...{ dedupeKey: "", status: "open", createdAt: paidAt, problem: { code: "cycle_overdue", message: "" } },
  ...changed,
});

test("the overdue cycles are those of the attempt with an open item", () => {
  const items = [
    item({ cycle: 2 }),
    item({ cycle: 4 }),
    item({ cycle: 5, attemptId: "B" }),
    item({ cycle: 6, status: "resolved" }),
    item({ cycle: 7, kind: "renewal-not-placed" }),
    item({}),
  ];
  expect(findCyclesWithOverdueItem("A", items)).toEqual(new Set([2, 4]));
  expect(findCyclesWithOverdueItem("A", [])).toEqual(new Set());
});

const closed = { subscription: { closedAt: paidAt, closedWithoutCycleAt: paidAt } };
const closedWith3 = { subscription: { closedAt: paidAt, closedWith: 3 } };

test.each<[string, SubscriptionAttempt, LaterCycles, string]>([
  ["whose first cycle is not paid", subscribed({ state: "pending" }), cycles({}), "waiting"],
  ["whose sale failed after a closing", subscribed({ state: "failed", ...closed }), cycles({}), "waiting"],
  ["with one paid cycle", subscribed(), cycles({}), "active"],
  ["with a failed cycle", subscribed(), cycles({ 2: "failed" }), "active"],
  ["whose last cycle is paid", subscribed(), cycles({ 2: "paid", 3: "paid" }), "ended"],
  ["whose last cycle staff dismissed", subscribed(), cycles({ 2: "paid", 3: "closed" }), "ended"],
  ["of one cycle", subscribed({ totalCount: 1 }), cycles({}), "ended"],
  ["whose last cycle is paid before another", subscribed(), cycles({ 3: "paid" }), "active"],
  ["with an overdue cycle before the last one", subscribed(), cycles({ 3: "paid" }, [2]), "active"],
  ["whose last cycle failed", subscribed(), cycles({ 2: "paid", 3: "failed" }), "active"],
  ["that was closed", subscribed(closed), cycles({}), "closed"],
  ["closed after its last cycle", subscribed(closedWith3), cycles({ 2: "paid", 3: "paid" }), "ended"],
])("the state of a subscription %s", (...[, attempt, later, state]) => {
  expect(subscriptionStateOf(attempt, later)).toBe(state);
});

test("a cycle is due on the day of the month in the gateway's time zone", () => {
  const attempt = { ...subscribed(), facts: [exampleNotification({ at: "2026-01-30T20:00:00.000Z" })] };
  const dueAt = "2026-02-27T20:00:00.000Z";
  expect(nextCycleOf(attempt, { ...cycles({}), timeZone: "Asia/Shanghai" })).toEqual({ number: 2, dueAt });
});

test.each<[string, SubscriptionAttempt, LaterCycles, number?, string?]>([
  ["the second cycle first", subscribed(), cycles({}), 2, "2026-02-10T10:00:00.000Z"],
  ["the one after a paid cycle", subscribed(), cycles({ 2: "paid" }), 3, "2026-03-10T10:00:00.000Z"],
  ["the one after an overdue cycle", subscribed(), cycles({}, [2]), 3, "2026-03-10T10:00:00.000Z"],
  ["a cycle that failed", subscribed(), cycles({ 2: "failed" }), 2, "2026-02-10T10:00:00.000Z"],
  ["none after the last", subscribed(), cycles({ 2: "paid", 3: "closed" })],
  ["none before the sale is paid", subscribed({ state: "pending" }), cycles({})],
  ["none after a closing", subscribed(closed), cycles({})],
])("the next cycle is %s", (...[, attempt, later, number, dueAt]) => {
  expect(nextCycleOf(attempt, later)).toEqual(number === undefined ? undefined : { number, dueAt });
});
