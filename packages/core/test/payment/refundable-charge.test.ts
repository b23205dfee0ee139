import { expect, test } from "vitest";
import type { Fact, NotificationFact } from "../../src/payment/fact.ts";
import type { RefundFact, RefundReportedFact, RefundRequestedFact } from "../../src/payment/refund-fact.ts";
import {
  amountLeftToRefund,
  type ChargeFacts,
  findCharge,
  findKeptPayingSets,
  isRefundedTooMuch,
  isWholeChargeRefunded,
  readGatewayAmountIfPositive,
  refundableChargeOf,
} from "../../src/payment/refundable-charge.ts";
import type { Cycle } from "../../src/payment/subscription/cycle.ts";
import { exampleAttempt, exampleCharge, examplePlan, exampleSubscription } from "./example-attempt.ts";
import {
  exampleFailure,
  exampleInquiry,
  exampleNotification,
  exampleRefundReport,
  exampleResolution,
} from "./example-facts.ts";
import { refundFacts } from "./example-refund-facts.ts";
import { expectedAmounts } from "./state-examples.ts";

const usd = (minor: number) => ({ minor, currency: "USD" });

test("a charge has the facts of its sale or of its later cycle, which are none if the cycle is not loaded", () => {
  const attempts = ["A", "B"].map((attemptId) => exampleAttempt({ attemptId, facts: [exampleFailure()] }));
  const cycle = (attemptId: string, number: number): Cycle => ({
    ...{ version: 1, attemptId, number, state: "paid" },
    facts: [exampleNotification({ id: `${attemptId}/${number}` })],
  });
  const cycles = [cycle("A", 2), cycle("B", 2), cycle("B", 3)];
  const factsOf = (attemptId: string, number?: number) =>
    findCharge({ attempts, cycles }, { attemptId, cycle: number })?.facts;
  expect(findCharge({ attempts, cycles }, { attemptId: "B", cycle: 3 })).toEqual({
    ...{ attempt: attempts[1], cycle: 3, facts: cycles[2]?.facts },
  });
  expect(factsOf("B")).toEqual([exampleFailure()]);
  expect(factsOf("B", 2)).toBe(cycles[1]?.facts);
  expect(factsOf("A", 3)).toEqual([]);
  expect(factsOf("C")).toBeUndefined();
});

const refunded = (requestId: string, minor: number, more: Partial<RefundRequestedFact> = {}): RefundFact => ({
  ...(refundFacts.requested(requestId, minor) as RefundRequestedFact),
  ...more,
});

const ofOrder = { ofOrder: true };
const ofOther = { ofOrder: false };

test.each<[string, Fact[]]>([
  ["one paid transaction", [exampleNotification()]],
  ["a failed one beside it", [exampleFailure({ transactionId: "T0" }), exampleNotification()]],
  ["its currency in lower case", [exampleNotification({ currency: "usd" })]],
  [
    "another amount of another one",
    [exampleNotification({ trueAmount: "30.00", transactionId: "T0" }), exampleNotification()],
  ],
])("a sale with %s can be refunded from it, with what was paid", (_, facts) => {
  expect(refundableChargeOf(exampleCharge(facts))).toEqual({ transactionId: "T1", paid: usd(1999) });
});

test("the currency can be missing in one report of the transaction, if another one has it", () => {
  const facts = [exampleInquiry({ currency: "" }), exampleNotification()];
  expect(refundableChargeOf(exampleCharge(facts))?.paid).toEqual(usd(1999));
});

const short = (transactionId: string) => exampleNotification({ trueAmount: "10.00", transactionId });
const accepted = (changed: Partial<NotificationFact>) =>
  exampleCharge([exampleNotification(changed), { ...exampleResolution("accept"), transactions: ["T1"] }]);

test.each<[string, ChargeFacts]>([
  ["nothing was reported", exampleCharge([])],
  ["the sale failed", exampleCharge([exampleFailure()])],
  ["only staff say that it was paid", exampleCharge([exampleResolution("accept")])],
  [
    "staff accepted two transactions together",
    exampleCharge([short("T1"), short("T2"), { ...exampleResolution("accept"), transactions: ["T1", "T2"] }]),
  ],
  ["the accepted transaction has another currency", accepted({ currency: "EUR" })],
  ["the amount of the accepted transaction cannot be read", accepted({ trueAmount: "" })],
])("only the back office can refund if %s", (_, subject) => {
  expect(refundableChargeOf(subject)).toBeUndefined();
});

test.each([
  [undefined, "19.99", 1999],
  [500, "5.00", 500],
])(
  "a first period of %s and a later cycle are refunded from their own transactions, with what they paid (PLAN-FIRST)",
  (firstPeriodAmount, trueAmount, minor) => {
    const sale = exampleSubscription([exampleNotification({ trueAmount })]);
    const plan = { ...examplePlan, ...(firstPeriodAmount && { firstPeriodAmount }) };
    const attempt = { ...sale, plan, state: "paid" as const };
    const facts = [exampleNotification({ transactionId: "T2", periodCount: "2" })];
    expect(refundableChargeOf({ attempt, cycle: 2, facts })).toEqual({
      transactionId: "T2",
      paid: usd(1999),
    });
    const first = { transactionId: "T1", paid: usd(minor) };
    expect(refundableChargeOf({ attempt, cycle: undefined, facts: attempt.facts })).toEqual(first);
  },
);

test("a refund of the transaction counts for the order and for a charge without an order", () => {
  const subject = exampleCharge([exampleNotification(), refunded("A", 500, { ofOrder: false })]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1499));
  expect(amountLeftToRefund(subject, ofOther)).toEqual(usd(1499));
});

test("a refund of another transaction counts only for the money that it belongs to", () => {
  const other = refunded("A", 500, { ofOrder: false, transactionId: "T9" });
  const subject = exampleCharge([exampleNotification(), other]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1999));
  expect(amountLeftToRefund(subject, ofOther)).toEqual(usd(1499));
});

test("without a reported transaction, a recorded refund counts only for the money that it belongs to", () => {
  const byHand = {
    ...exampleResolution("record-refund"),
    refund: { reference: "re_1", amount: usd(500), ofOrder: false },
  };
  const subject = exampleCharge([exampleResolution("accept"), byHand]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1999));
  expect(amountLeftToRefund(subject, ofOther)).toEqual(usd(1499));
});

test("the rest is never above the paid amount if the shop accepted less", () => {
  expect(amountLeftToRefund(accepted({ trueAmount: "15.00" }), ofOrder)).toEqual(usd(1500));
});

test("the rest is never below 0, and a charge that was refunded too much is detected", () => {
  const exactly = exampleCharge([exampleNotification(), refunded("A", 1999)]);
  const tooMuch = exampleCharge([exampleNotification(), refunded("A", 1999), refunded("B", 1)]);
  expect([exactly, tooMuch].map((each) => amountLeftToRefund(each, ofOrder))).toEqual([usd(0), usd(0)]);
  expect([exactly, tooMuch].map((each) => isRefundedTooMuch(each, ofOrder))).toEqual([false, true]);
});

test.each([
  ["5.00", usd(500)],
  ["0.01", usd(1)],
  ["0.00", undefined],
  ["-5.00", undefined],
  ["5.001", undefined],
  ["", undefined],
  ["five", undefined],
])("the gateway's amount %j is read as %j", (text, amount) => {
  expect(readGatewayAmountIfPositive(text, "USD")).toEqual(amount);
});

const query = (second: number, changed: Parameters<typeof exampleInquiry>[0] = {}) =>
  exampleInquiry({ state: "refunded", at: `2026-11-20T10:00:0${second}.000Z`, ...changed });

test.each<[string, Fact[], boolean]>([
  ["says that it was refunded", [exampleNotification(), query(1)], true],
  ["names no transaction", [exampleNotification(), query(1, { transactionId: "" })], true],
  ["came before a notification", [exampleNotification({ at: "2026-11-20T11:00:00.000Z" }), query(1)], true],
  ["names no transaction, and none is reported", [query(1, { transactionId: "" })], true],
  ["names another transaction", [exampleNotification(), query(1, { transactionId: "T9" })], false],
  ["names a transaction, and none is reported as paid", [query(1)], false],
  ["says that it was paid, after one that it was refunded", [query(1), query(2, { state: "paid" })], false],
  ["says that it was refunded, after one that it was paid", [query(1, { state: "paid" }), query(2)], true],
  ["does not exist", [exampleNotification(), exampleRefundReport()], false],
])("the whole charge is refunded if the newest query %s: %#", (_, facts, isRefunded) => {
  expect(isWholeChargeRefunded(exampleCharge(facts))).toBe(isRefunded);
  expect(isWholeChargeRefunded(exampleCharge(facts.toReversed()))).toBe(isRefunded);
});

const paidTwice = [exampleNotification(), exampleNotification({ transactionId: "T2" })];
const acceptedTogether = { ...exampleResolution("accept"), transactions: ["T1", "T2"] };
const back = (changed: Partial<RefundReportedFact> = {}) => exampleRefundReport(changed);

test.each<[string, Fact[], ...sets: string[]]>([
  ["nothing was refunded", paidTwice, "T1", "T2"],
  ["the gateway refunded one", [...paidTwice, back()], "T2"],
  ["it refunded both", [...paidTwice, back(), back({ refundId: "R-2", transactionId: "T2" })]],
  ["it refunded more than one paid", [...paidTwice, back({ amount: usd(2500) })], "T2"],
  ["it refunded a part", [...paidTwice, back({ amount: usd(1998) })], "T1", "T2"],
  [
    "it refunded the whole in two parts",
    [...paidTwice, back({ amount: usd(1000) }), back({ refundId: "R-2", amount: usd(999) })],
    "T2",
  ],
  ["a refund failed", [...paidTwice, back({ outcome: "failed" })], "T1", "T2"],
  ["the placed order was refunded", [...paidTwice, back({ ofOrder: true })], "T1", "T2"],
  [
    "a failure of the refunded one, and a success of another one, report more",
    [
      ...[...paidTwice, exampleFailure({ trueAmount: "30.00" }), back()],
      exampleNotification({ trueAmount: "30.00", transactionId: "T3" }),
    ],
    "T2",
  ],
  [
    "the refunded one is also reported with a higher amount",
    [...paidTwice, exampleNotification({ trueAmount: "30.00" }), back()],
    "T1",
    "T2",
  ],
  ["one of two that were accepted together was refunded", [...paidTwice, acceptedTogether, back()], "T1+T2"],
  [
    "both that were accepted together were refunded",
    [...paidTwice, acceptedTogether, back(), back({ refundId: "R-2", transactionId: "T2" })],
  ],
  [
    "an accepted one was never reported",
    [{ ...exampleResolution("accept"), transactions: ["T8"] }, back()],
    "T8",
  ],
])("the transactions whose money is left, if %s (ITEM-TWICE)", (...[, facts, ...sets]) => {
  expect(findKeptPayingSets(expectedAmounts, facts).map((ids) => ids.join("+"))).toEqual(sets);
});
