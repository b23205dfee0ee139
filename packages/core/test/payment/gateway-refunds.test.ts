import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/payment/fact.ts";
import {
  type GatewayRefundState,
  gatewayRefundsOf,
  isDetailOfWholeRefund,
  isRefundUnderWay,
} from "../../src/payment/gateway-refunds.ts";
import type { RefundFact, RefundReportedFact } from "../../src/payment/refund-fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleNotification, exampleRefundReport, ordersOf } from "./example-facts.ts";
import { refundedAt, refundFacts } from "./example-refund-facts.ts";

const { requested, submitted, answered, reported, resolved } = refundFacts;
const at = refundedAt;
const accepted = (requestId = "A", refundId = "R-1") => answered("accepted", requestId, { refundId });
const unknown = (requestId = "A") => answered("unknown", requestId, { text: "timeout" });
const refused = () => answered("refused", "A", { text: "No." });

const summary = (facts: readonly Fact[]) =>
  gatewayRefundsOf(facts).map(
    ({ requestId = "-", refundId = "-", state }) => `${requestId} ${refundId} ${state}`,
  );

const sent = [requested(), submitted()];
const lost = [...sent, unknown()];
const taken = [...sent, accepted()];

test.each<[string, RefundFact[]]>([
  ["A R-1 accepted", [...lost, accepted()]],
  ["A R-1 succeeded", [...sent, reported("succeeded")]],
  ["A R-1 succeeded", [...lost, reported("succeeded")]],
  ["A R-1 succeeded", [...taken, reported("failed"), reported("succeeded")]],
  ["A - failed", [...lost, resolved("failed")]],
  ["A R-7 succeeded", [...lost, resolved("succeeded", "R-7")]],
  ["A R-1 succeeded", [...lost, resolved("failed"), reported("succeeded")]],
])("the state of a refund does not depend on the order of its facts (RFD-STATE): %s: %#", (refund, facts) => {
  for (const order of ordersOf(facts)) expect(summary(order)).toEqual([refund]);
});

const inEuro = { ...reported("succeeded"), amount: money(500, "EUR") } as RefundFact;
const two = [requested("A", 500, 0), submitted("A"), requested("B", 500, 1), submitted("B")];

test.each<[string, RefundFact[], ...refunds: string[]]>([
  [
    "of another ID",
    [...taken, reported("succeeded", { refundId: "X-1" })],
    "A R-1 accepted",
    "- X-1 succeeded",
  ],
  ["of another amount", [...lost, reported("succeeded", { minor: 400 })], "A - unknown", "- R-1 succeeded"],
  ["in another currency", [...lost, inEuro], "A - unknown", "- R-1 succeeded"],
  [
    "of another transaction",
    [...lost, reported("succeeded", { transactionId: "T2" })],
    "A - unknown",
    "- R-1 succeeded",
  ],
  ["that was not sent", [requested(), reported("succeeded")], "A - requested", "- R-1 succeeded"],
  ["that was refused", [...sent, refused(), reported("succeeded")], "A - failed", "- R-1 succeeded"],
  ["without a request", [reported("failed")], "- R-1 failed"],
  ["of the oldest of two equal ones", [...two, reported("succeeded")], "A R-1 succeeded", "B - submitted"],
  [
    "that the reply about another one names",
    [...two, unknown("A"), accepted("B", "R-1"), reported("succeeded")],
    "A - unknown",
    "B R-1 succeeded",
  ],
])("a report of the gateway about a refund %s (RFD-MATCH)", (...[, facts, ...expected]) => {
  expect(summary(facts)).toEqual(expected);
  expect(summary([...facts].reverse())).toEqual(expected);
});

test.each<[GatewayRefundState, boolean]>([
  ["requested", false],
  ["submitted", false],
  ["accepted", true],
  ["unknown", true],
  ["succeeded", false],
  ["failed", false],
])("only the gateway can decide a refund that is %s: %s", (state, isUnderWay) => {
  expect(isRefundUnderWay({ state })).toBe(isUnderWay);
});

test("a refund that was made at the gateway has the time of its first report, and ends with its success", () => {
  const reports = [
    reported("succeeded", { refundId: "X-1", at: at(5) }),
    reported("failed", { refundId: "X-1", at: at(3) }),
    reported("failed", { refundId: "X-2", minor: 100, at: at(4) }),
  ];
  const foreign = { requestId: undefined, reason: undefined, operator: undefined, text: undefined };
  expect(gatewayRefundsOf([exampleNotification(), ...reports])).toEqual([
    {
      ...{ ...foreign, refundId: "X-1", transactionId: "T1", amount: money(500, "USD"), ofOrder: true },
      ...{ state: "succeeded", at: at(3), endedAt: at(5) },
    },
    {
      ...{ ...foreign, refundId: "X-2", transactionId: "T1", amount: money(100, "USD"), ofOrder: true },
      ...{ state: "failed", at: at(4), endedAt: at(4) },
    },
  ]);
});

test("a request to cancel the subscription is not a refund", () => {
  const cancellation: Fact = { source: "cancellation", at: at(0), step: "requested", by: "buyer" };
  expect(gatewayRefundsOf([cancellation])).toEqual([]);
  expect(summary([cancellation, requested()])).toEqual(["A - requested"]);
});

describe("a refund of the whole charge that a query reported (QRY-REFUND)", () => {
  const whole = exampleRefundReport({ reporter: "query", refundId: "T1", at: at(3) });
  const details = (changed: Partial<RefundReportedFact> = {}) =>
    exampleRefundReport({ at: at(4), ...changed });

  test.each<[string, RefundFact[], ...refunds: string[]]>([
    ["one refund", [details()], "T1"],
    [
      "one refund, also of a part",
      [details({ amount: money(5, "USD") }), details({ refundId: "R-2" })],
      "T1",
    ],
    ["another refund if they came before", [details({ at: at(2) })], "R-1", "T1"],
    ["another refund if they came at the same time", [details({ at: at(3) })], "T1", "R-1"],
    ["another refund if they came before and after", [details({ at: at(2) }), details()], "R-1", "T1"],
    ["another refund of another transaction", [details({ transactionId: "T2" })], "T1", "R-1"],
  ])("is, with the details that come later, %s", (...[, reports, ...ids]) => {
    expect(gatewayRefundsOf([whole, ...reports]).map(({ refundId }) => refundId)).toEqual(ids);
  });

  test("is known only if a query said so, and a repeated query is no detail of it", () => {
    expect(isDetailOfWholeRefund(details(), [exampleNotification(), whole])).toBe(true);
    expect(isDetailOfWholeRefund(details(), [details({ at: at(3) }), exampleNotification()])).toBe(false);
    expect(isDetailOfWholeRefund({ ...whole, at: at(4) }, [whole])).toBe(false);
  });
});
