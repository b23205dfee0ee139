import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/payment/fact.ts";
import {
  type GatewayRefundState,
  gatewayRefundsOf,
  isRefundUnderWay,
} from "../../src/payment/gateway-refunds.ts";
import { recordedRefundsOf, reservedRefundsOf } from "../../src/payment/recorded-refunds.ts";
import type { RefundFact } from "../../src/payment/refund-fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleNotification, exampleOperator, exampleResolution } from "./example-facts.ts";

const at = (second: number) => `2026-03-01T12:00:0${second}.000Z`;

const requested = (requestId = "A", minor = 500, second = 0): RefundFact => ({
  ...{ source: "refund", at: at(second), step: "requested", requestId, transactionId: "T1" },
  ...{ amount: money(minor, "USD"), reason: "Returned.", ofOrder: true },
});
const submitted = (requestId = "A"): RefundFact => ({
  ...{ source: "refund", at: at(1), step: "submitted", requestId, leaseToken: "L" },
});
const accepted = (requestId = "A", refundId = "R-1"): RefundFact => ({
  ...{ source: "refund", at: at(2), step: "answered", requestId, outcome: "accepted", refundId },
});
const unknown = (requestId = "A"): RefundFact => ({
  ...{ source: "refund", at: at(2), step: "answered", requestId, outcome: "unknown", text: "timeout" },
});
const refused = (requestId = "A"): RefundFact => ({
  ...{ source: "refund", at: at(2), step: "answered", requestId, outcome: "refused", text: "No." },
});
const reported = (
  outcome: "succeeded" | "failed",
  { refundId = "R-1", minor = 500, transactionId = "T1", second = 3 } = {},
): RefundFact => ({
  ...{ source: "refund", at: at(second), step: "reported", reporter: "dispute-webhook", refundId },
  ...{ transactionId, amount: money(minor, "USD"), outcome, ofOrder: true },
});
const resolved = (outcome: "succeeded" | "failed", refundId?: string): RefundFact => ({
  ...{
    source: "refund",
    at: at(4),
    step: "resolved",
    requestId: "A",
    outcome,
    operator: exampleOperator,
    note: "Seen.",
  },
  ...(refundId === undefined ? {} : { refundId }),
});

/** Each order of the facts. */
function ordersOf(facts: readonly Fact[]): Fact[][] {
  if (facts.length < 2) return [[...facts]];
  return facts.flatMap((fact, index) =>
    ordersOf([...facts.slice(0, index), ...facts.slice(index + 1)]).map((rest) => [fact, ...rest]),
  );
}

const summary = (facts: readonly Fact[]) =>
  gatewayRefundsOf(facts).map(({ requestId, refundId, state }) => [requestId, refundId, state]);

describe("the state of a refund does not depend on the order of its facts (RFD-STATE)", () => {
  test.each<[GatewayRefundState, string | undefined, RefundFact[]]>([
    ["requested", undefined, [requested()]],
    ["submitted", undefined, [requested(), submitted()]],
    ["accepted", "R-1", [requested(), submitted(), accepted()]],
    ["unknown", undefined, [requested(), submitted(), unknown()]],
    ["accepted", "R-1", [requested(), submitted(), unknown(), accepted()]],
    ["failed", undefined, [requested(), submitted(), refused()]],
    ["succeeded", "R-1", [requested(), submitted(), accepted(), reported("succeeded")]],
    ["failed", "R-1", [requested(), submitted(), accepted(), reported("failed")]],
    ["succeeded", "R-1", [requested(), submitted(), reported("succeeded")]],
    ["succeeded", "R-1", [requested(), submitted(), unknown(), reported("succeeded")]],
    ["succeeded", "R-1", [requested(), submitted(), accepted(), reported("failed"), reported("succeeded")]],
    ["failed", undefined, [requested(), submitted(), unknown(), resolved("failed")]],
    ["succeeded", "R-7", [requested(), submitted(), unknown(), resolved("succeeded", "R-7")]],
    ["succeeded", "R-1", [requested(), submitted(), unknown(), resolved("failed"), reported("succeeded")]],
  ])("%s %s: %#", (state, refundId, facts) => {
    for (const order of ordersOf(facts)) expect(summary(order)).toEqual([["A", refundId, state]]);
  });
});

describe("a report of the gateway (RFD-MATCH)", () => {
  test.each<[string, RefundFact[], unknown[]]>([
    [
      "of another ID is a refund that was made at the gateway",
      [requested(), submitted(), accepted(), reported("succeeded", { refundId: "X-1" })],
      [
        ["A", "R-1", "accepted"],
        [undefined, "X-1", "succeeded"],
      ],
    ],
    [
      "of another amount is not about the refund",
      [requested(), submitted(), unknown(), reported("succeeded", { minor: 400 })],
      [
        ["A", undefined, "unknown"],
        [undefined, "R-1", "succeeded"],
      ],
    ],
    [
      "of another transaction is not about the refund",
      [requested(), submitted(), unknown(), reported("succeeded", { transactionId: "T2" })],
      [
        ["A", undefined, "unknown"],
        [undefined, "R-1", "succeeded"],
      ],
    ],
    [
      "is not about a refund that was not sent",
      [requested(), reported("succeeded")],
      [
        ["A", undefined, "requested"],
        [undefined, "R-1", "succeeded"],
      ],
    ],
    [
      "is not about a refund that was refused",
      [requested(), submitted(), refused(), reported("succeeded")],
      [
        ["A", undefined, "failed"],
        [undefined, "R-1", "succeeded"],
      ],
    ],
    [
      "is about the oldest of two equal refunds, and one report is about one of them",
      [requested("A", 500, 0), submitted("A"), requested("B", 500, 1), submitted("B"), reported("succeeded")],
      [
        ["A", "R-1", "succeeded"],
        ["B", undefined, "submitted"],
      ],
    ],
    [
      "goes to the refund whose reply names it, also if an older one could be meant",
      [
        ...[requested("A", 500, 0), submitted("A"), unknown("A")],
        ...[requested("B", 500, 1), submitted("B"), accepted("B", "R-1"), reported("succeeded")],
      ],
      [
        ["A", undefined, "unknown"],
        ["B", "R-1", "succeeded"],
      ],
    ],
  ])("%s", (_, facts, expected) => {
    expect(summary(facts)).toEqual(expected);
    expect(summary([...facts].reverse())).toEqual(expected);
  });

  test("of a failure without a request is a failed refund", () => {
    expect(summary([reported("failed")])).toEqual([[undefined, "R-1", "failed"]]);
  });
});

describe("recorded refunds", () => {
  const byHand = (reference: string): Fact => ({
    ...{ source: "operator", at: at(5), action: "record-refund", operator: exampleOperator, note: "Done." },
    refund: { amount: money(500, "USD"), reference, ofOrder: true },
  });

  test("contain each refund that succeeded, with its key", () => {
    const facts = [requested(), submitted(), accepted(), reported("succeeded"), byHand("X-1")];
    expect(recordedRefundsOf(facts)).toMatchObject([
      { reference: "R-1", requestId: "A", operator: undefined, at: at(3) },
      { reference: "X-1", requestId: undefined, operator: exampleOperator, at: at(5) },
    ]);
  });

  test("contain a refund once that staff recorded and the gateway reports", () => {
    expect(recordedRefundsOf([reported("succeeded"), byHand("R-1")])).toHaveLength(1);
  });

  test.each<[string, number, RefundFact[]]>([
    ["requested", 1, [requested()]],
    ["submitted", 1, [requested(), submitted()]],
    ["accepted", 1, [requested(), submitted(), accepted()]],
    ["unknown", 1, [requested(), submitted(), unknown()]],
    ["refused", 0, [requested(), submitted(), refused()]],
    ["failed", 0, [requested(), submitted(), accepted(), reported("failed")]],
    ["succeeded", 1, [requested(), submitted(), accepted(), reported("succeeded")]],
  ])("reserve the amount of a refund that is %s: %i", (_, count, facts) => {
    expect(reservedRefundsOf(facts)).toHaveLength(count);
  });
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
    reported("succeeded", { refundId: "X-1", second: 5 }),
    reported("failed", { refundId: "X-1", second: 3 }),
    reported("failed", { refundId: "X-2", minor: 100, second: 4 }),
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

test("a report in another currency is about another refund", () => {
  const other = { ...reported("succeeded"), amount: money(500, "EUR") } as RefundFact;
  expect(summary([requested(), submitted(), unknown(), other])).toEqual([
    ["A", undefined, "unknown"],
    [undefined, "R-1", "succeeded"],
  ]);
});

test("a refund has its requester, its reason and the gateway's answer", () => {
  const [refund] = gatewayRefundsOf([exampleResolution("accept"), requested(), submitted(), refused()]);
  expect(refund).toEqual({
    ...{ requestId: "A", refundId: undefined, transactionId: "T1", amount: money(500, "USD") },
    ...{ reason: "Returned.", operator: undefined, ofOrder: true },
    ...{ state: "failed", at: at(0), endedAt: at(2), text: "No." },
  });
  expect(gatewayRefundsOf([requested(), submitted(), unknown()])[0]).toMatchObject({
    ...{ state: "unknown", endedAt: undefined, text: "timeout" },
  });
});

test("a request to cancel the subscription is not a refund", () => {
  const cancellation: Fact = { source: "cancellation", at: at(0), step: "requested", by: "buyer" };
  expect(gatewayRefundsOf([cancellation])).toEqual([]);
  expect(summary([cancellation, requested()])).toEqual([["A", undefined, "requested"]]);
});
