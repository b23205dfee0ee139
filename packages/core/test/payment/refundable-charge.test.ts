import { expect, test } from "vitest";
import type { Fact, NotificationFact } from "../../src/payment/fact.ts";
import type { RefundFact } from "../../src/payment/refund-fact.ts";
import {
  amountLeftToRefund,
  type ChargeFacts,
  isRefundedTooMuch,
  readGatewayAmountIfPositive,
  refundableChargeOf,
} from "../../src/payment/refundable-charge.ts";
import { exampleAttempt } from "./example-attempt.ts";
import { exampleFailure, exampleNotification, exampleResolution } from "./example-facts.ts";

const usd = (minor: number) => ({ minor, currency: "USD" });
const plan = { id: "p", type: "monthly", attempts: 3, intervalTime: 3600, totalCount: 12 } as const;

const sale = (facts: readonly Fact[]): ChargeFacts => ({
  attempt: exampleAttempt({ facts: [...facts], state: "paid" }),
  cycle: undefined,
  facts,
});

const refunded = (
  requestId: string,
  minor: number,
  { ofOrder = true, transactionId = "T1" } = {},
): RefundFact => ({
  ...{ source: "refund", at: "2026-03-01T12:00:00.000Z", step: "requested", requestId, transactionId },
  ...{ amount: usd(minor), reason: "Returned.", ofOrder },
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
  expect(refundableChargeOf(sale(facts))).toEqual({ transactionId: "T1", paid: usd(1999) });
});

test("the currency can be missing in one report of the transaction, if another one has it", () => {
  const { at, id, amount, trueAmount, transactionId } = exampleNotification();
  const inquiry: Fact = {
    ...{ source: "inquiry", at, id, state: "paid", tradeState: "SUCCESS", amount, trueAmount, transactionId },
    currency: "",
  };
  expect(refundableChargeOf(sale([inquiry, exampleNotification()]))?.paid).toEqual(usd(1999));
});

const short = (transactionId: string) => exampleNotification({ trueAmount: "10.00", transactionId });
const accepted = (changed: Partial<NotificationFact>) =>
  sale([exampleNotification(changed), { ...exampleResolution("accept"), transactions: ["T1"] }]);

test.each<[string, ChargeFacts]>([
  ["nothing was reported", sale([])],
  ["the sale failed", sale([exampleFailure()])],
  ["only staff say that it was paid", sale([exampleResolution("accept")])],
  [
    "staff accepted two transactions together",
    sale([short("T1"), short("T2"), { ...exampleResolution("accept"), transactions: ["T1", "T2"] }]),
  ],
  ["the accepted transaction has another currency", accepted({ currency: "EUR" })],
  ["the amount of the accepted transaction cannot be read", accepted({ trueAmount: "" })],
])("only the back office can refund if %s", (_, subject) => {
  expect(refundableChargeOf(subject)).toBeUndefined();
});

test("a later cycle is refunded from its own transaction", () => {
  const attempt = {
    ...exampleAttempt({ state: "paid", variant: "subscription", facts: [exampleNotification()] }),
    plan,
  };
  const facts = [exampleNotification({ transactionId: "T2", periodCount: "2" })];
  expect(refundableChargeOf({ attempt, cycle: 2, facts })).toEqual({ transactionId: "T2", paid: usd(1999) });
  expect(refundableChargeOf({ attempt, cycle: undefined, facts: attempt.facts })?.transactionId).toBe("T1");
});

test("with another price of the first period, the refundable amount is what the sale or the later cycle paid (PLAN-FIRST)", () => {
  const first = exampleNotification({ trueAmount: "5.00" });
  const attempt = {
    ...exampleAttempt({ state: "paid", variant: "subscription", facts: [first] }),
    plan: { ...plan, firstPeriodAmount: 500 },
  };
  const facts = [exampleNotification({ transactionId: "T2", periodCount: "2" })];
  expect(refundableChargeOf({ attempt, cycle: undefined, facts: [first] })?.paid).toEqual(usd(500));
  expect(refundableChargeOf({ attempt, cycle: 2, facts })?.paid).toEqual(usd(1999));
});

test("the rest of a charge excludes the refunds that were made or can still be made (RFD-LIMIT)", () => {
  const subject = sale([exampleNotification(), refunded("A", 500), refunded("B", 400)]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1099));
  expect(amountLeftToRefund(sale([exampleNotification()]), ofOrder)).toEqual(usd(1999));
});

test("a refund of the transaction counts for the order and for a charge without an order", () => {
  const subject = sale([exampleNotification(), refunded("A", 500, { ofOrder: false })]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1499));
  expect(amountLeftToRefund(subject, ofOther)).toEqual(usd(1499));
});

test("a refund of another transaction counts only for the money that it belongs to", () => {
  const other = refunded("A", 500, { ofOrder: false, transactionId: "T9" });
  const subject = sale([exampleNotification(), other]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1999));
  expect(amountLeftToRefund(subject, ofOther)).toEqual(usd(1499));
});

test("without a reported transaction, a recorded refund counts only for the money that it belongs to", () => {
  const byHand = {
    ...exampleResolution("record-refund"),
    refund: { reference: "re_1", amount: usd(500), ofOrder: false },
  };
  const subject = sale([exampleResolution("accept"), byHand]);
  expect(amountLeftToRefund(subject, ofOrder)).toEqual(usd(1999));
  expect(amountLeftToRefund(subject, ofOther)).toEqual(usd(1499));
});

test("the rest is never above the paid amount if the shop accepted less", () => {
  expect(amountLeftToRefund(accepted({ trueAmount: "15.00" }), ofOrder)).toEqual(usd(1500));
});

test("the rest is never below 0, and a charge that was refunded too much is detected", () => {
  const exactly = sale([exampleNotification(), refunded("A", 1999)]);
  const tooMuch = sale([exampleNotification(), refunded("A", 1999), refunded("B", 1)]);
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
