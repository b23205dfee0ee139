import { expect, test } from "vitest";
import { statesBestFirst } from "../../../src/payment/attempt-state.ts";
import type { Fact, NotificationFact } from "../../../src/payment/fact.ts";
import { cycleId } from "../../../src/payment/subscription/cycle.ts";
import {
  addNotificationToSummary,
  closingAwaitsSubscriptionId,
  cycleExpectationsOf,
  findCyclePayingSets,
  firstPaidAt,
  hasPayingTransaction,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  paysCycle,
  type SubscriptionAttempt,
  type SubscriptionSummary,
} from "../../../src/payment/subscription/subscription.ts";
import { exampleAttempt, examplePlan, exampleSubscription } from "../example-attempt.ts";
import { exampleFailure, exampleNotification, exampleResolution } from "../example-facts.ts";

const begun = (subscription?: SubscriptionSummary, facts?: readonly Fact[]) =>
  exampleSubscription(facts, subscription);

const utc = { timeZone: "UTC" };
const early = "2026-01-10T10:00:00.000Z";
const late = "2026-02-10T10:00:00.000Z";

test("only a payment with a plan starts a subscription", () => {
  expect([isSubscriptionAttempt(begun()), isSubscriptionAttempt(exampleAttempt())]).toEqual([true, false]);
});

test("the ID of a cycle contains its sale and its number", () => {
  expect(cycleId({ attemptId: "A", number: 2 })).toBe("A/2");
});

type Said = Partial<NotificationFact>;

const m1 = { gatewaySubscriptionId: "M1" };
const m2 = { gatewaySubscriptionId: "M2" };
const own = { reportedAttemptId: "X" };
const first = { periodCount: "1" };
const closes = { enabled: "0", at: late };
const closedLate = { closedAt: late, closedWithoutCycleAt: late };
const closedWith3 = { closedWith: 3, closedAt: early };
const between = "2026-01-20T10:00:00.000Z";

test.each<[string, SubscriptionSummary | undefined, Said, SubscriptionSummary | undefined]>([
  ["the gateway subscription ID of the first that pays", undefined, m1, m1],
  ["nothing of a message that names none", undefined, {}, undefined],
  ["closing with its cycle", undefined, { ...closes, periodCount: "3" }, { closedWith: 3, closedAt: late }],
  ["closing with cycle 1", undefined, { ...closes, periodCount: "1" }, { closedWith: 1, closedAt: late }],
  ["closing without a cycle: the moment", undefined, closes, closedLate],
  ["closing with an invalid cycle: the moment", undefined, { ...closes, periodCount: "x" }, closedLate],
  [
    "nothing of a closing of cycle 1 before the ID is known",
    undefined,
    { ...own, ...m1, ...closes, ...first },
    undefined,
  ],
  ["nothing of a closing that names no ID", undefined, { ...own, ...closes, periodCount: "2" }, undefined],
  [
    "its moment once the ID is known (CYC-NUMBER)",
    m1,
    { ...own, ...m1, ...closes, ...first },
    { ...m1, ...closedLate },
  ],
  [
    "that of a first payment that counts",
    m1,
    { ...m2, ...closes, ...first },
    { ...m1, closedWith: 1, closedAt: late },
  ],
  ["a closing without a cycle", m1, { ...own, ...m1, ...closes }, { ...m1, ...closedLate }],
  [
    "the earliest moment of two reports that name no cycle, beside the one that does",
    { closedWith: 2, closedAt: early, closedWithoutCycleAt: late },
    { enabled: "0", at: between },
    { closedWith: 2, closedAt: early, closedWithoutCycleAt: between },
  ],
  [
    "the earliest cycle and moment",
    closedWith3,
    { ...closes, periodCount: "2" },
    { closedWith: 2, closedAt: early },
  ],
  [
    "the earliest moment although it is reported last",
    { closedWith: 2, closedAt: late },
    { periodCount: "5", enabled: "0", at: early },
    { closedWith: 2, closedAt: early },
  ],
])("the summary stores %s (CYC-SUBSCRIPTION, CYC-CLOSED)", (...[, before, said, after]) => {
  expect(addNotificationToSummary(begun(before), exampleNotification(said), [])).toStrictEqual(after);
});

const closedWith2 = { closedWith: 2, closedAt: early };

test.each<[string, SubscriptionSummary, Said]>([
  ["the same ID", m1, m1],
  ["another ID, for the first stays", m1, m2],
  ["a closing of another ID with its own order ID", m1, { ...own, ...m2, enabled: "0" }],
  ["a closing of another ID with a later cycle", m1, { ...m2, periodCount: "3", enabled: "0" }],
  ["a closing of another ID that pays nothing", m1, { ...m2, returncode: "2", enabled: "0" }],
  ["a closing of another ID whose transaction paid a later cycle", m1, { ...m2, usedFor: 2, enabled: "0" }],
  ["a charge that says that it runs", m1, { enabled: "1" }],
  ["the same closing", closedWith2, { periodCount: "2", enabled: "0", at: early }],
  ["a later report of a later cycle", closedWith2, { ...closes, periodCount: "3" }],
])("%s does not change the summary object (CYC-SUBSCRIPTION, CYC-CLOSED)", (_, before, said) => {
  expect(addNotificationToSummary(begun(before), exampleNotification(said), [])).toBe(before);
});

test("a closing with its own gateway order ID counts once its gateway subscription ID matches (CYC-CLOSED)", () => {
  const stray = { ...own, enabled: "0", returncode: "2" };
  const facts = [
    exampleNotification({ ...stray, ...m1, id: "1", at: late }),
    exampleNotification({ ...stray, ...m2, id: "2", at: early }),
  ];
  const of = begun(undefined, facts);
  expect([of, begun(m1, facts), begun()].map(closingAwaitsSubscriptionId)).toEqual([true, false, false]);
  const later = exampleNotification({ ...m1, periodCount: "2" });
  expect(addNotificationToSummary(of, later, [])).toStrictEqual({ ...m1, ...closedLate });
  const m3 = { gatewaySubscriptionId: "M3" };
  expect(addNotificationToSummary(of, exampleNotification(m3), [])).toStrictEqual(m3);
});

test("an earlier closing is checked again once the gateway subscription ID is known (CYC-CLOSED)", () => {
  const failure = exampleNotification({ ...m2, returncode: "2", enabled: "0", id: "1", at: early });
  const of = begun({ closedAt: early, closedWithoutCycleAt: early }, [failure]);
  const paid = exampleNotification({ ...m1, id: "2", at: late });
  expect(closingAwaitsSubscriptionId(of)).toBe(true);
  expect(closingAwaitsSubscriptionId(begun({ closedAt: late, closedWith: 3 }))).toBe(true);
  expect(addNotificationToSummary(of, paid, [])).toStrictEqual(m1);
  expect(addNotificationToSummary(of, { ...paid, ...m2 }, [])).toStrictEqual({ ...of.subscription, ...m2 });
  const later = exampleNotification({ ...m1, ...closes, periodCount: "3", returncode: "2", id: "3" });
  expect(addNotificationToSummary(of, paid, [later])).toStrictEqual({ ...m1, closedAt: late, closedWith: 3 });
});

test.each<[string, Said]>([
  ["a failure", { returncode: "2" }],
  ["another sum", { trueAmount: "0.01" }],
  ["a cycle that cannot be told", { periodCount: "0" }],
  ["a cycle beyond the plan", { periodCount: "13" }],
])("%s does not set the gateway subscription ID (CYC-SUBSCRIPTION)", (_, said) => {
  expect(
    addNotificationToSummary(begun(), exampleNotification({ gatewaySubscriptionId: "M1", ...said }), []),
  ).toBeUndefined();
});

test("the expectations of a cycle have the amount of the sale and the data of the subscription (PLAN-FIRST)", () => {
  const unknown = { gatewaySubscriptionId: undefined, closedWith: undefined, closedBefore: undefined };
  const common = { amount: exampleAttempt().amount, totalCount: 12, ...unknown };
  expect(cycleExpectationsOf(begun(), 2, utc)).toEqual({ ...common, number: 2 });
  const closed = { ...m1, closedWith: 5 };
  expect(cycleExpectationsOf(begun({ ...closed, closedAt: late }), 3, utc)).toEqual({
    ...{ ...common, ...closed, number: 3 },
  });
});

test.each<[string, string, boolean]>([
  ["a day before the cycle was due", "2026-02-09T10:00:00.000Z", true],
  ["nearly a day before", "2026-02-09T10:00:00.001Z", false],
  ["after it", "2026-02-11T10:00:00.000Z", false],
])("a closing without a cycle that was reported %s (CYC-CLOSED)", (_, closedWithoutCycleAt, isBefore) => {
  const paid = [exampleNotification({ at: early })];
  const of = begun({ closedAt: closedWithoutCycleAt, closedWithoutCycleAt }, paid);
  expect(cycleExpectationsOf(of, 2, utc).closedBefore).toBe(isBefore ? closedWithoutCycleAt : undefined);
});

const sale = begun(m1);
const cheaper = { ...sale, plan: { ...examplePlan, firstPeriodAmount: 500 } };

test.each<[string, SubscriptionAttempt, Said, number, boolean]>([
  ["a success", sale, {}, 2, true],
  ["a success of the last cycle", sale, {}, 12, true],
  ["one beyond the plan", sale, {}, 13, false],
  ["a failure", sale, { returncode: "2" }, 2, false],
  ["a notice", sale, { alertType: "refund" }, 2, false],
  ["another amount", sale, { trueAmount: "5.00" }, 2, false],
  ["another gateway subscription ID", sale, m2, 2, false],
  ["another gateway subscription ID in the first payment", sale, m2, 1, true],
  ["the first period's price in the first", cheaper, { trueAmount: "5.00" }, 1, true],
  ["the first period's price in the second", cheaper, { trueAmount: "5.00" }, 2, false],
  ["the sale's price in the second", cheaper, {}, 2, true],
])("paysCycle decides if %s pays a cycle (CYC-TRANSACTION)", (...[, of, said, number, expected]) => {
  expect(paysCycle(of, exampleNotification(said), number)).toBe(expected);
});

const acceptance = { ...exampleResolution("accept"), at: late };
const paidLate = exampleNotification({ at: late });
const short = exampleNotification({ at: early, trueAmount: "1.00" });

test.each<[string, readonly Fact[], string]>([
  ["the earliest that paid", [paidLate, exampleNotification({ at: early, transactionId: "T0" })], early],
  ["a success, not the failure before it", [exampleFailure({ at: early }), paidLate], late],
  ["an operator's word", [acceptance], late],
  ["the report of an accepted charge", [short, { ...acceptance, transactions: ["T1"] }], early],
  ["not what an operator closed", [{ ...exampleResolution("dismiss"), at: early }, paidLate], late],
  ["the sale's own time where nothing has paid", [exampleFailure({ at: late })], begun().createdAt],
])("cycles are counted from %s (CYC-CALENDAR)", (_, facts, first) => {
  expect(firstPaidAt(begun(undefined, facts)).toISOString()).toBe(first);
});

const due = new Date("2026-02-01T00:00:00.000Z");

test.each<[string, SubscriptionSummary | undefined, number, boolean]>([
  ["a cycle of the plan", undefined, 2, true],
  ["the last of the plan", undefined, 12, true],
  ["one beyond it", undefined, 13, false],
  ["one that closing was reported with", { closedWith: 3, closedAt: late }, 3, true],
  ["one after that", { closedWith: 3, closedAt: late }, 4, false],
  ["one that was due when closing was reported", { closedWith: 12, closedAt: late }, 4, true],
  ["one that is due later", { closedWith: 12, closedAt: early }, 4, false],
  ["one that is due in that moment", { closedWith: 12, closedAt: due.toISOString() }, 4, false],
])("%s is expected: %j, %i, %j (CYC-OVERDUE)", (...[, summary, number, expected]) => {
  expect(isCycleExpected(begun(summary), number, due)).toBe(expected);
});

test("a cycle is finished once it is paid, or an operator resolved it", () => {
  expect(statesBestFirst.filter(isCycleFinished)).toEqual(["paid", "refunded", "closed"]);
});

test("a later cycle is paid by transactions of its own subscription, and the first by any (CYC-SUBSCRIPTION)", () => {
  const attempt = begun({ gatewaySubscriptionId: "S1" });
  const own = exampleNotification({ gatewaySubscriptionId: "S1", periodCount: "2" });
  const other = exampleNotification({ gatewaySubscriptionId: "S2", periodCount: "2", transactionId: "T2" });
  expect(findCyclePayingSets(attempt, 2, [other, own])).toEqual([["T1"]]);
  expect(findCyclePayingSets(attempt, 1, [other, own])).toEqual([["T2"], ["T1"]]);
  expect(findCyclePayingSets(begun(), 2, [other, own])).toEqual([["T2"], ["T1"]]);
  const accepted = { ...exampleResolution("accept"), transactions: ["T9", "T1"] };
  expect(findCyclePayingSets(attempt, 2, [own, accepted])).toEqual([["T9", "T1"]]);
});

test("accepted and reported transactions pay a cycle, and other proof of staff does not", () => {
  const attempt = begun();
  const accepted = { ...exampleResolution("accept"), transactions: ["T9"] };
  expect(hasPayingTransaction(attempt, 2, [])).toBe(false);
  expect(hasPayingTransaction(attempt, 2, [exampleResolution("accept")])).toBe(false);
  expect(hasPayingTransaction(attempt, 2, [accepted])).toBe(true);
  expect(hasPayingTransaction(attempt, 2, [exampleFailure(), exampleNotification()])).toBe(true);
  expect(hasPayingTransaction(attempt, 2, [exampleFailure()])).toBe(false);
  expect(hasPayingTransaction(attempt, 2, [exampleNotification({ trueAmount: "1.00" })])).toBe(false);
});
