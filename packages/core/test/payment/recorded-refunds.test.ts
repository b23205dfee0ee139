import { expect, test } from "vitest";
import {
  lastRefundAtOf,
  recordedRefundsOf,
  refundedAmountOfPlacedOrder,
  refundSuccessesOf,
  reservedRefundsOf,
} from "../../src/payment/recorded-refunds.ts";
import {
  exampleDispute,
  exampleNotification,
  exampleOperator,
  exampleResolution,
  exampleRetry,
} from "./example-facts.ts";
import { refundedAt, refundFacts } from "./example-refund-facts.ts";

const usd = (minor: number) => ({ minor, currency: "USD" });
const refund = (reference: string, minor: number, ofOrder: boolean) => ({
  ...exampleResolution("record-refund"),
  refund: { reference, amount: usd(minor), ofOrder },
});

test("only recorded refunds with an amount count, in their order", () => {
  const facts = [
    exampleNotification(),
    refund("re_2", 500, true),
    exampleRetry(),
    exampleResolution("record-refund"),
    { ...refund("re_3", 100, true), action: "accept" as const },
    refund("re_1", 300, false),
  ];
  const { at } = exampleResolution("accept");
  expect(recordedRefundsOf(facts)).toEqual([
    { at, operator: exampleOperator, reference: "re_2", amount: usd(500), ofOrder: true },
    { at, operator: exampleOperator, reference: "re_1", amount: usd(300), ofOrder: false },
  ]);
  expect(recordedRefundsOf([])).toEqual([]);
});

test("the refunded amount of the placed order leaves out refunds of other charges", () => {
  const facts = [refund("re_1", 500, true), refund("re_2", 300, false), refund("re_3", 200, true)];
  const refunds = recordedRefundsOf(facts);
  expect(refundedAmountOfPlacedOrder({ chargedAmount: usd(1999), refunds })).toEqual(usd(700));
  expect(refundedAmountOfPlacedOrder({ chargedAmount: usd(1999), refunds: [] })).toEqual(usd(0));
});

const { requested, reported, submitted, resolved } = refundFacts;
const accepted = (requestId: string, refundId: string) =>
  refundFacts.answered("accepted", requestId, { refundId });

test("a refund through the gateway is recorded when it succeeds, with its requester", () => {
  const facts = [requested(), accepted("A", "R-1")];
  expect(recordedRefundsOf(facts)).toEqual([]);
  expect(recordedRefundsOf([...facts, reported("failed")])).toEqual([]);
  expect(recordedRefundsOf([...facts, reported("succeeded")])).toEqual([
    {
      at: refundedAt(3),
      amount: usd(500),
      reference: "R-1",
      operator: exampleOperator,
      ofOrder: true,
      requestId: "A",
    },
  ]);
});

test("recorded and reported refunds are in the order of their times, and one that is both counts once", () => {
  const facts = [
    reported("succeeded", { refundId: "R-2", minor: 100, at: "2026-11-20T09:00:00.000Z" }),
    refund("R-1", 500, true),
    reported("succeeded"),
    reported("succeeded", { refundId: "R-3", minor: 200, at: "2026-11-20T11:00:00.000Z" }),
  ];
  expect(recordedRefundsOf(facts).map(({ reference, requestId }) => [reference, requestId])).toEqual(
    ["R-2", "R-1", "R-3"].map((reference) => [reference, undefined]),
  );
});

const reserved = (facts: Parameters<typeof reservedRefundsOf>[0]) =>
  reservedRefundsOf(facts).map(({ amount, reference, transactionId }) => [
    amount.minor,
    reference,
    transactionId,
  ]);

test("refunds that were made or can still be made are reserved, and failed ones are not (RFD-LIMIT)", () => {
  expect(reserved([requested()])).toEqual([[500, undefined, "T1"]]);
  expect(reserved([requested(), accepted("A", "R-1")])).toEqual([[500, "R-1", "T1"]]);
  expect(reserved([requested(), accepted("A", "R-1"), reported("failed")])).toEqual([]);
  expect(reserved([refund("re_1", 300, true)])).toEqual([[300, "re_1", undefined]]);
  expect(reserved([])).toEqual([]);
});

test("one refund with several amounts is reserved once, with the largest amount that was made", () => {
  const byHand = refund("R-1", 300, true);
  expect(reserved([byHand, reported("succeeded")])).toEqual([[500, "R-1", "T1"]]);
  expect(reserved([byHand, reported("succeeded", { minor: 200 })])).toEqual([[300, "R-1", "T1"]]);
  expect(reserved([byHand, reported("failed")])).toEqual([[300, "R-1", undefined]]);
  expect(reserved([byHand, reported("succeeded", { refundId: "R-2" })])).toEqual([
    [300, "R-1", undefined],
    [500, "R-2", "T1"],
  ]);
  expect(reserved([requested(), accepted("A", "R-1"), reported("succeeded", { minor: 700 })])).toEqual([
    [700, "R-1", "T1"],
  ]);
});

test("a larger amount that the gateway reports is reserved, also if an operator resolved the refund before", () => {
  const facts = [requested(), submitted(), resolved("succeeded", "R-1")];
  expect(reserved(facts)).toEqual([[500, "R-1", "T1"]]);
  expect(reserved([...facts, reported("succeeded", { minor: 700 })])).toEqual([[700, "R-1", "T1"]]);
});

test("the last fact about a refund has the latest instant, with milliseconds, whatever the order of the facts", () => {
  const at = "2026-11-20T13:00:00Z";
  const facts = [
    { ...refund("re_1", 300, true), at: "2026-11-20T12:30:00.000Z" },
    { ...requested(), at },
    reported("failed"),
    exampleNotification({ at: "2026-11-20T14:00:00.000Z" }),
  ];
  expect(lastRefundAtOf(facts)).toBe("2026-11-20T13:00:00.000Z");
  expect(lastRefundAtOf(facts.toReversed())).toBe("2026-11-20T13:00:00.000Z");
  expect(lastRefundAtOf(facts.slice(0, 1))).toBe("2026-11-20T12:30:00.000Z");
  const chargeback = exampleDispute({ at: "2026-11-20T15:00:00.000Z" });
  const alert = exampleDispute({ type: "ethoca-alert", at: "2026-11-20T16:00:00.000Z" });
  expect(lastRefundAtOf([...facts, chargeback, alert])).toBe("2026-11-20T15:00:00.000Z");
  expect(lastRefundAtOf([exampleNotification(), exampleResolution("record-refund")])).toBeUndefined();
});

test("the gateway's reports of success are those of refunds that it made", () => {
  const success = reported("succeeded", { refundId: "R-2" });
  const facts = [exampleNotification(), requested(), reported("failed"), success];
  expect(refundSuccessesOf(facts)).toEqual([success]);
});
