import { expect, test } from "vitest";
import { attemptStates } from "../../../src/payment/attempt-state.ts";
import type { Fact } from "../../../src/payment/fact.ts";
import { cycleId } from "../../../src/payment/subscription/cycle.ts";
import {
  addNotificationToSummary,
  closingAwaitsSubscriptionId,
  cycleDueDate,
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
import { exampleAttempt } from "../example-attempt.ts";
import { exampleFailure, exampleNotification, exampleResolution } from "../example-facts.ts";

const plan = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  type: "monthly",
  attempts: 3,
  intervalTime: 3600,
  totalCount: 12,
} as const;

const begun = (subscription?: SubscriptionSummary, facts: readonly Fact[] = []): SubscriptionAttempt => ({
  ...exampleAttempt({ facts: [...facts] }),
  plan,
  ...(subscription && { subscription }),
});

const utc = { timeZone: "UTC" };
const early = "2026-01-10T10:00:00.000Z";
const late = "2026-02-10T10:00:00.000Z";

test("only a payment with a plan starts a subscription", () => {
  expect([isSubscriptionAttempt(begun()), isSubscriptionAttempt(exampleAttempt())]).toEqual([true, false]);
});

test("the ID of a cycle contains its sale and its number", () => {
  expect(cycleId({ attemptId: "A", number: 2 })).toBe("A/2");
});

test.each<
  [
    string,
    SubscriptionSummary | undefined,
    Partial<Parameters<typeof exampleNotification>[0]>,
    SubscriptionSummary | undefined,
  ]
>([
  [
    "the gateway subscription ID of the first that pays",
    undefined,
    { gatewaySubscriptionId: "M1" },
    { gatewaySubscriptionId: "M1" },
  ],
  ["nothing of a message that names none", undefined, {}, undefined],
  [
    "closing with the cycle it came with",
    undefined,
    { periodCount: "3", enabled: "0", at: late },
    { closedWith: 3, closedAt: late },
  ],
  [
    "closing with the first cycle",
    undefined,
    { periodCount: "1", enabled: "0", at: late },
    { closedWith: 1, closedAt: late },
  ],
  [
    "closing without a cycle: the moment",
    undefined,
    { enabled: "0", at: late },
    { closedAt: late, closedWithoutCycleAt: late },
  ],
  [
    "closing with a cycle that cannot be told: the moment",
    undefined,
    { periodCount: "x", enabled: "0", at: late },
    { closedAt: late, closedWithoutCycleAt: late },
  ],
  [
    "nothing of a closing of cycle 1 under a number of its own, while its gateway subscription ID is not known to be ours",
    undefined,
    { reportedAttemptId: "X", gatewaySubscriptionId: "M1", periodCount: "1", enabled: "0", at: late },
    undefined,
  ],
  [
    "nothing of a closing with its own gateway order ID and no gateway subscription ID",
    undefined,
    { reportedAttemptId: "X", periodCount: "2", enabled: "0", at: late },
    undefined,
  ],
  [
    "the closing of cycle 1 with its own gateway order ID: the moment, because the cycle is unknown (CYC-NUMBER)",
    { gatewaySubscriptionId: "M1" },
    { reportedAttemptId: "X", gatewaySubscriptionId: "M1", periodCount: "1", enabled: "0", at: late },
    { gatewaySubscriptionId: "M1", closedAt: late, closedWithoutCycleAt: late },
  ],
  [
    "the closing of a first payment that counts, whatever gateway subscription ID it names",
    { gatewaySubscriptionId: "M1" },
    { gatewaySubscriptionId: "M2", periodCount: "1", enabled: "0", at: late },
    { gatewaySubscriptionId: "M1", closedWith: 1, closedAt: late },
  ],
  [
    "a closing without a cycle under a number of its own",
    { gatewaySubscriptionId: "M1" },
    { reportedAttemptId: "X", gatewaySubscriptionId: "M1", enabled: "0", at: late },
    { gatewaySubscriptionId: "M1", closedAt: late, closedWithoutCycleAt: late },
  ],
  [
    "the gateway subscription ID of a later cycle under a number of its own, and its closing",
    undefined,
    { reportedAttemptId: "X", gatewaySubscriptionId: "M1", periodCount: "2", enabled: "0", at: late },
    { gatewaySubscriptionId: "M1", closedWith: 2, closedAt: late },
  ],
  [
    "the earliest moment of two reports that name no cycle, beside the one that does",
    { closedWith: 2, closedAt: early, closedWithoutCycleAt: late },
    { enabled: "0", at: "2026-01-20T10:00:00.000Z" },
    { closedWith: 2, closedAt: early, closedWithoutCycleAt: "2026-01-20T10:00:00.000Z" },
  ],
  [
    "closing with a cycle after one that named none",
    { closedAt: early, closedWithoutCycleAt: early },
    { periodCount: "4", enabled: "0", at: late },
    { closedWith: 4, closedAt: early, closedWithoutCycleAt: early },
  ],
  [
    "the earliest cycle and the earliest moment of two reports",
    { gatewaySubscriptionId: "M1", closedWith: 3, closedAt: early },
    { periodCount: "2", enabled: "0", at: late },
    { gatewaySubscriptionId: "M1", closedWith: 2, closedAt: early },
  ],
  [
    "the earliest moment though it is heard last",
    { closedWith: 2, closedAt: late },
    { periodCount: "5", enabled: "0", at: early },
    { closedWith: 2, closedAt: early },
  ],
])("the summary stores %s (CYC-SUBSCRIPTION, CYC-CLOSED)", (...[, before, said, after]) => {
  expect(addNotificationToSummary(begun(before), exampleNotification(said), [])).toStrictEqual(after);
});

test.each<[string, SubscriptionSummary, Partial<Parameters<typeof exampleNotification>[0]>]>([
  ["the same gateway subscription ID", { gatewaySubscriptionId: "M1" }, { gatewaySubscriptionId: "M1" }],
  [
    "another gateway subscription ID, for the first stays",
    { gatewaySubscriptionId: "M1" },
    { gatewaySubscriptionId: "M2" },
  ],
  [
    "a closing of another gateway subscription ID that has a number of its own",
    { gatewaySubscriptionId: "M1" },
    { reportedAttemptId: "X", gatewaySubscriptionId: "M2", enabled: "0" },
  ],
  [
    "a closing of another gateway subscription ID with a later cycle",
    { gatewaySubscriptionId: "M1" },
    { gatewaySubscriptionId: "M2", periodCount: "3", enabled: "0" },
  ],
  [
    "a closing of another gateway subscription ID that names no cycle, and pays nothing",
    { gatewaySubscriptionId: "M1" },
    { gatewaySubscriptionId: "M2", returncode: "2", enabled: "0" },
  ],
  [
    "a closing of another gateway subscription ID with a first payment whose transaction has paid a later cycle",
    { gatewaySubscriptionId: "M1" },
    { gatewaySubscriptionId: "M2", usedFor: 2, enabled: "0" },
  ],
  ["a charge that says that it runs", { gatewaySubscriptionId: "M1" }, { enabled: "1" }],
  ["the same closing", { closedWith: 2, closedAt: early }, { periodCount: "2", enabled: "0", at: early }],
  [
    "a later report of a later cycle",
    { closedWith: 2, closedAt: early },
    { periodCount: "3", enabled: "0", at: late },
  ],
])("%s does not change the summary object (CYC-SUBSCRIPTION, CYC-CLOSED)", (_, before, said) => {
  expect(addNotificationToSummary(begun(before), exampleNotification(said), [])).toBe(before);
});

test("a closing with its own gateway order ID counts once its gateway subscription ID matches (CYC-CLOSED)", () => {
  const stray = { reportedAttemptId: "X", enabled: "0", returncode: "2" } as const;
  const facts = [
    exampleNotification({ ...stray, id: "1", gatewaySubscriptionId: "M1", at: late }),
    exampleNotification({ ...stray, id: "2", gatewaySubscriptionId: "M2", at: early }),
  ];
  const of = begun(undefined, facts);
  expect([
    closingAwaitsSubscriptionId(of),
    closingAwaitsSubscriptionId(begun({ gatewaySubscriptionId: "M1" }, facts)),
    closingAwaitsSubscriptionId(begun()),
  ]).toEqual([true, false, false]);
  const named = exampleNotification({ gatewaySubscriptionId: "M1", periodCount: "2" });
  expect(addNotificationToSummary(of, named, [])).toStrictEqual({
    gatewaySubscriptionId: "M1",
    closedAt: late,
    closedWithoutCycleAt: late,
  });
  expect(
    addNotificationToSummary(of, exampleNotification({ gatewaySubscriptionId: "M3" }), []),
  ).toStrictEqual({
    gatewaySubscriptionId: "M3",
  });
});

test("a closing that a later cycle reported is checked again once the gateway subscription ID is known (CYC-CLOSED)", () => {
  expect(closingAwaitsSubscriptionId(begun({ closedAt: late, closedWith: 3 }))).toBe(true);
});

test("an earlier closing is checked again once the gateway subscription ID is known (CYC-CLOSED)", () => {
  const failure = exampleNotification({
    returncode: "2",
    enabled: "0",
    gatewaySubscriptionId: "M9",
    id: "1",
    at: early,
  });
  const of = begun({ closedAt: early, closedWithoutCycleAt: early }, [failure]);
  const paid = exampleNotification({ gatewaySubscriptionId: "M1", id: "2", at: late });
  expect(closingAwaitsSubscriptionId(of)).toBe(true);
  expect(addNotificationToSummary(of, paid, [])).toStrictEqual({ gatewaySubscriptionId: "M1" });
  expect(addNotificationToSummary(of, { ...paid, gatewaySubscriptionId: "M9" }, [])).toStrictEqual({
    ...of.subscription,
    gatewaySubscriptionId: "M9",
  });
  const later = exampleNotification({
    periodCount: "3",
    returncode: "2",
    enabled: "0",
    gatewaySubscriptionId: "M1",
    id: "3",
    at: late,
  });
  expect(addNotificationToSummary(of, paid, [later])).toStrictEqual({
    gatewaySubscriptionId: "M1",
    closedAt: late,
    closedWith: 3,
  });
});

test.each<[string, Partial<Parameters<typeof exampleNotification>[0]>]>([
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
  const of = begun({ gatewaySubscriptionId: "M1", closedWith: 5, closedAt: late });
  expect(cycleExpectationsOf(of, 3, utc)).toEqual({
    number: 3,
    amount: of.amount,
    totalCount: 12,
    gatewaySubscriptionId: "M1",
    closedWith: 5,
    closedBefore: undefined,
  });
  expect(cycleExpectationsOf(begun(), 2, utc)).toEqual({
    number: 2,
    amount: of.amount,
    totalCount: 12,
    gatewaySubscriptionId: undefined,
    closedWith: undefined,
    closedBefore: undefined,
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

test("the due date of a cycle uses the time zone of the gateway (CYC-CALENDAR)", () => {
  const first = begun(undefined, [exampleNotification({ at: "2026-03-01T17:00:00.000Z" })]);
  const due = (timeZone: string) => cycleDueDate(first, 2, { timeZone }).toISOString();
  expect(due("UTC")).toBe("2026-04-01T17:00:00.000Z");
  expect(due("Europe/Berlin")).toBe("2026-04-01T16:00:00.000Z");
});

const sale = begun({ gatewaySubscriptionId: "M1" });
const cheaper = { ...sale, plan: { ...plan, firstPeriodAmount: 500 } };

test.each<[string, SubscriptionAttempt, Partial<Parameters<typeof exampleNotification>[0]>, number, boolean]>(
  [
    ["a success", sale, {}, 2, true],
    ["a success of the last cycle", sale, {}, 12, true],
    ["one beyond the plan", sale, {}, 13, false],
    ["a failure", sale, { returncode: "2" }, 2, false],
    ["a notice", sale, { alertType: "refund" }, 2, false],
    ["another amount", sale, { trueAmount: "5.00" }, 2, false],
    ["another gateway subscription ID", sale, { gatewaySubscriptionId: "M2" }, 2, false],
    ["another gateway subscription ID in the first payment", sale, { gatewaySubscriptionId: "M2" }, 1, true],
    ["the first period's price in the first", cheaper, { trueAmount: "5.00" }, 1, true],
    ["the first period's price in the second", cheaper, { trueAmount: "5.00" }, 2, false],
    ["the sale's price in the second", cheaper, {}, 2, true],
  ],
)("paysCycle decides if %s pays a cycle (CYC-TRANSACTION)", (...[, of, said, number, expected]) => {
  expect(paysCycle(of, exampleNotification(said), number)).toBe(expected);
});

test.each<[string, readonly Fact[], string]>([
  [
    "the earliest that paid",
    [exampleNotification({ at: late }), exampleNotification({ at: early, transactionId: "T0" })],
    early,
  ],
  [
    "a success, not the failure before it",
    [exampleFailure({ at: early }), exampleNotification({ at: late })],
    late,
  ],
  ["an operator's word", [{ ...exampleResolution("accept"), at: late }], late],
  [
    "what an operator accepted, when it was heard of",
    [
      exampleNotification({ at: early, trueAmount: "1.00" }),
      { ...exampleResolution("accept"), at: late, transactions: ["T1"] },
    ],
    early,
  ],
  [
    "not what an operator closed",
    [{ ...exampleResolution("dismiss"), at: early }, exampleNotification({ at: late })],
    late,
  ],
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
  expect(attemptStates.filter(isCycleFinished)).toEqual(["closed", "refunded", "paid"]);
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
