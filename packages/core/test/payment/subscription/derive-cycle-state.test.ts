import { expect, test } from "vitest";
import type { Fact } from "../../../src/payment/fact.ts";
import {
  type CycleExpectations,
  deriveCycleState,
  subscriptionMismatchesOfSale,
} from "../../../src/payment/subscription/derive-cycle-state.ts";
import { money } from "../../../src/protocol/money/money.ts";
import * as examples from "../example-facts.ts";

const { exampleResolution } = examples;
/** Each example names its cycle, unless the test is about one that does not. */
const exampleNotification: typeof examples.exampleNotification = (fields) =>
  examples.exampleNotification({ periodCount: "3", ...fields });
const exampleFailure: typeof examples.exampleFailure = (fields) =>
  examples.exampleFailure({ periodCount: "3", ...fields });

const terms: CycleExpectations = {
  number: 3,
  amount: money(1999, "USD"),
  totalCount: 12,
  gatewaySubscriptionId: "M1",
  closedWith: undefined,
  closedBefore: undefined,
};
const charged = exampleNotification({ gatewaySubscriptionId: "M1", periodCount: "3", transactionId: "T3" });
const declined = exampleFailure({ gatewaySubscriptionId: "M1", periodCount: "3", transactionId: "T2" });
const reused = exampleNotification({ gatewaySubscriptionId: "M1", transactionId: "T3", usedFor: 2 });
const closedBefore = "2026-04-10T10:00:00.000Z";
const others = exampleNotification({ gatewaySubscriptionId: "M2", periodCount: "3", transactionId: "T9" });

const table: readonly [
  what: string,
  facts: readonly Fact[],
  state: string,
  items: string[],
  Partial<CycleExpectations>?,
][] = [
  ["nothing", [], "created", []],
  ["a charge", [charged], "paid", []],
  [
    "a charge that names no gateway subscription ID (ITEM-FIELDS)",
    [exampleNotification({})],
    "paid",
    ["incomplete-notification T1"],
  ],
  [
    "a charge before any gateway subscription ID was named",
    [others],
    "paid",
    [],
    { gatewaySubscriptionId: undefined },
  ],
  ["failed", [declined], "failed", []],
  ["failed, then paid (PLAN-ATTEMPTS)", [declined, charged], "paid", []],
  [
    "failed more often than it may be tried",
    [1, 2, 3, 4, 5].map((n) => exampleFailure({ gatewaySubscriptionId: "M1", transactionId: `F${n}` })),
    "failed",
    [],
  ],
  [
    "two charges",
    [charged, exampleNotification({ gatewaySubscriptionId: "M1", transactionId: "T4" })],
    "paid",
    ["paid-twice 2"],
  ],
  [
    "the wrong amount",
    [exampleNotification({ gatewaySubscriptionId: "M1", trueAmount: "9.99" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "the first cycle's amount is not this one's (PLAN-FIRST)",
    [exampleNotification({ gatewaySubscriptionId: "M1", amount: "19.99", trueAmount: "5.00" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "the same transaction failed and paid",
    [charged, exampleFailure({ gatewaySubscriptionId: "M1", transactionId: "T3" })],
    "paid",
    ["contradictory-results T3"],
  ],
  ["another gateway subscription ID (CYC-SUBSCRIPTION)", [others], "review", ["subscription-mismatch M2"]],
  ["another gateway subscription ID beside its own", [others, charged], "paid", ["subscription-mismatch M2"]],
  [
    "a failure of another gateway subscription ID",
    [exampleFailure({ gatewaySubscriptionId: "M2" })],
    "created",
    ["subscription-mismatch M2"],
  ],
  [
    "two other gateway subscription IDs, one twice",
    [
      others,
      exampleNotification({ gatewaySubscriptionId: "M0" }),
      exampleNotification({ gatewaySubscriptionId: "M2", transactionId: "T8" }),
    ],
    "review",
    ["subscription-mismatch M0", "subscription-mismatch M2"],
  ],
  [
    "two other gateway subscription IDs",
    [others, exampleNotification({ gatewaySubscriptionId: "M0" })],
    "review",
    ["subscription-mismatch M0", "subscription-mismatch M2"],
  ],
  [
    "a refund notice of another gateway subscription ID",
    [exampleNotification({ gatewaySubscriptionId: "M2", alertType: "refund" })],
    "created",
    ["subscription-mismatch M2"],
  ],
  [
    "another gateway subscription ID, closed by staff",
    [others, exampleResolution("dismiss")],
    "closed",
    ["subscription-mismatch M2"],
  ],
  [
    "another gateway subscription ID, taken by staff",
    [others, exampleResolution("accept")],
    "paid",
    ["subscription-mismatch M2"],
  ],
  ["the last cycle of the plan", [charged], "paid", [], { number: 12 }],
  ["one more than the plan has (CYC-PLAN)", [charged], "review", ["unexpected-cycle"], { number: 13 }],
  ["a failure of one more", [declined], "failed", [], { number: 13 }],
  ["far ahead", [charged], "review", ["unexpected-cycle"], { number: 999_999_999 }],
  [
    "one more, taken by staff",
    [charged, exampleResolution("accept")],
    "paid",
    ["unexpected-cycle"],
    { number: 13 },
  ],
  [
    "one more, closed by staff",
    [charged, exampleResolution("dismiss")],
    "closed",
    ["unexpected-cycle"],
    { number: 13 },
  ],
  ["charged with the report of closing (CYC-CLOSED)", [charged], "paid", [], { closedWith: 3 }],
  ["charged after closing (CYC-CLOSED)", [charged], "paid", ["charged-after-closing"], { closedWith: 2 }],
  ["failed after closing", [declined], "failed", [], { closedWith: 2 }],
  [
    "charged after a closing of no cycle (CYC-CLOSED)",
    [charged],
    "paid",
    ["charged-after-closing"],
    { closedBefore },
  ],
  ["failed after a closing of no cycle", [declined], "failed", [], { closedBefore }],
  [
    "charged after two closings",
    [charged],
    "paid",
    ["charged-after-closing"],
    { closedWith: 2, closedBefore },
  ],
  [
    "a transaction that has paid another cycle (CYC-TRANSACTION)",
    [reused],
    "review",
    ["transaction-reused T3"],
  ],
  [
    "the same, twice",
    [reused, exampleNotification({ ...reused, enabled: "0", id: "again" })],
    "review",
    ["transaction-reused T3"],
  ],
  ["such a transaction after a failure", [declined, reused], "review", ["transaction-reused T3"]],
  [
    "such a transaction beside the cycle's own",
    [reused, exampleNotification({ gatewaySubscriptionId: "M1", transactionId: "T4" })],
    "paid",
    ["transaction-reused T3"],
  ],
  [
    "such a transaction that is reported failed too",
    [reused, exampleFailure({ gatewaySubscriptionId: "M1", transactionId: "T3" })],
    "review",
    ["contradictory-results T3", "transaction-reused T3"],
  ],
  [
    "such a transaction, taken by staff",
    [reused, exampleResolution("accept")],
    "paid",
    ["transaction-reused T3"],
  ],
  [
    "such a transaction, closed by staff",
    [reused, exampleResolution("dismiss")],
    "closed",
    ["transaction-reused T3"],
  ],
  [
    "such a transaction of another sum",
    [exampleNotification({ ...reused, trueAmount: "9.99" })],
    "review",
    ["amount-mismatch T3"],
  ],
  [
    "a refund notice",
    [exampleNotification({ gatewaySubscriptionId: "M1", alertType: "refund" })],
    "created",
    ["refund-notice T1"],
  ],
  ["taken by staff without a word of the gateway", [exampleResolution("accept")], "paid", []],
  ["given up by staff", [declined, exampleResolution("dismiss")], "closed", []],
];

test.each(table)("%s (CYC-STATE)", (...[, facts, state, items, changed = {}]) => {
  const derived = deriveCycleState({ ...terms, ...changed }, facts);
  expect(derived.state).toBe(state);
  expect(derived.findings.map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`.trim()).sort()).toEqual(items);
  expect(deriveCycleState({ ...terms, ...changed }, facts.toReversed())).toEqual(derived);
});

test("the evidence names the charge, and why it is not recorded as paid", () => {
  const evidence = (changed: Partial<CycleExpectations>, fact: Fact) =>
    deriveCycleState({ ...terms, ...changed }, [fact]).findings.map((item) => item.evidence);
  expect(evidence({}, others)).toEqual([
    "It was reported for the gateway subscription ID M2, which is not that of this subscription. It was not recorded as paid.",
  ]);
  expect(evidence({ number: 13 }, charged)).toEqual([
    "Cycle 13 was charged, and the plan has 12. It was not recorded as paid.",
  ]);
  expect(evidence({ closedWith: 2 }, charged)).toEqual([
    "Cycle 3 was charged, although the subscription was reported closed with cycle 2.",
  ]);
  expect(evidence({ closedBefore }, charged)).toEqual([
    "Cycle 3 was charged, although the subscription was reported closed on 2026-04-10, before it was due.",
  ]);
  expect(evidence({}, reused)).toEqual([
    "Transaction T3 is reported as paid, but it paid cycle 2 before. The engine did not count it again.",
  ]);
  expect(evidence({}, { ...reused, usedFor: 1 })).toEqual([
    "Transaction T3 is reported as paid, but it paid cycle 1 before. The engine did not count it again.",
  ]);
});

test("each other gateway subscription ID of a sale has an item that names if it was recorded as paid (CYC-SUBSCRIPTION)", () => {
  const said = [
    examples.exampleNotification({ gatewaySubscriptionId: "M1" }),
    examples.exampleNotification({ gatewaySubscriptionId: "M2" }),
    examples.exampleNotification({ gatewaySubscriptionId: "M3", reportedAttemptId: "X" }),
  ];
  const items = subscriptionMismatchesOfSale(said, "M1").map(({ dedupeKey, evidence }) => [
    dedupeKey,
    evidence.split(". ")[1],
  ]);
  expect(items).toEqual([
    ["M2", "A first payment counts all the same: compare the gateway subscription ID at the gateway."],
    ["M3", "It was not recorded as paid."],
  ]);
});
