import { expect, test } from "vitest";
import type { Fact, NotificationFact } from "../../../src/payment/fact.ts";
import {
  type CycleExpectations,
  deriveCycleState,
  subscriptionMismatchesOfSale,
} from "../../../src/payment/subscription/derive-cycle-state.ts";
import { money } from "../../../src/protocol/money/money.ts";
import { exampleNotification, exampleResolution } from "../example-facts.ts";

/** A charge of cycle 3 of the subscription M1, or what is changed of it. */
const charge = (transactionId: string, changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ periodCount: "3", gatewaySubscriptionId: "M1", transactionId, ...changed });
const failure = (transactionId: string, changed: Partial<NotificationFact> = {}) =>
  charge(transactionId, { returncode: "2", ...changed });

const terms: CycleExpectations = {
  number: 3,
  amount: money(1999, "USD"),
  totalCount: 12,
  gatewaySubscriptionId: "M1",
  closedWith: undefined,
  closedBefore: undefined,
};
const charged = charge("T3");
const declined = failure("T2");
const reused = charge("T3", { usedFor: 2 });
const closedBefore = "2026-04-10T10:00:00.000Z";
const [others, thirds] = [
  charge("T9", { gatewaySubscriptionId: "M2" }),
  charge("T8", { gatewaySubscriptionId: "M0" }),
];
const { gatewaySubscriptionId: _, ...nameless } = charge("T1");
const [accepted, dismissed] = [exampleResolution("accept"), exampleResolution("dismiss")];

type Row = [what: string, facts: Fact[], state: string, items: string, Partial<CycleExpectations>?];

const table: Row[] = [
  ["nothing", [], "created", ""],
  ["a charge", [charged], "paid", ""],
  ["no gateway subscription ID (ITEM-FIELDS)", [nameless], "paid", "incomplete-notification T1"],
  ["a charge before any ID was named", [others], "paid", "", { gatewaySubscriptionId: undefined }],
  ["failed", [declined], "failed", ""],
  ["failed, then paid (PLAN-ATTEMPTS)", [declined, charged], "paid", ""],
  ["two failures", [declined, failure("T5")], "failed", ""],
  ["two charges", [charged, charge("T4")], "paid", "paid-twice 2"],
  ["the wrong amount (PLAN-FIRST)", [charge("T1", { trueAmount: "5.00" })], "review", "amount-mismatch T1"],
  ["one transaction failed and paid", [charged, failure("T3")], "paid", "contradictory-results T3"],
  ["another ID (CYC-SUBSCRIPTION)", [others], "review", "subscription-mismatch M2"],
  ["another ID beside its own", [others, charged], "paid", "subscription-mismatch M2"],
  ["a failure of another ID", [{ ...others, returncode: "2" }], "created", "subscription-mismatch M2"],
  [
    "two other IDs, one twice",
    [others, { ...others, id: "again", transactionId: "T7" }, thirds],
    "review",
    "subscription-mismatch M0, subscription-mismatch M2",
  ],
  ["a notice of another ID", [{ ...others, alertType: "refund" }], "created", "subscription-mismatch M2"],
  ["another ID, dismissed", [others, dismissed], "closed", "subscription-mismatch M2"],
  ["another ID, accepted", [others, accepted], "paid", "subscription-mismatch M2"],
  ["the last cycle of the plan", [charged], "paid", "", { number: 12 }],
  ["one more than the plan has (CYC-PLAN)", [charged], "review", "unexpected-cycle", { number: 13 }],
  ["a failure of one more", [declined], "failed", "", { number: 13 }],
  ["far ahead", [charged], "review", "unexpected-cycle", { number: 999_999_999 }],
  ["one more, accepted", [charged, accepted], "paid", "unexpected-cycle", { number: 13 }],
  ["one more, dismissed", [charged, dismissed], "closed", "unexpected-cycle", { number: 13 }],
  ["charged with the report of closing (CYC-CLOSED)", [charged], "paid", "", { closedWith: 3 }],
  ["charged after closing (CYC-CLOSED)", [charged], "paid", "charged-after-closing", { closedWith: 2 }],
  ["failed after closing", [declined], "failed", "", { closedWith: 2 }],
  ["after a closing of no cycle (CYC-CLOSED)", [charged], "paid", "charged-after-closing", { closedBefore }],
  ["failed after a closing of no cycle", [declined], "failed", "", { closedBefore }],
  ["after two closings", [charged], "paid", "charged-after-closing", { closedWith: 2, closedBefore }],
  ["a transaction of another cycle (CYC-TRANSACTION)", [reused], "review", "transaction-reused T3"],
  ["the same, twice", [reused, { ...reused, id: "again" }], "review", "transaction-reused T3"],
  ["the same after a failure", [declined, reused], "review", "transaction-reused T3"],
  ["the same beside the cycle's own", [reused, charge("T4")], "paid", "transaction-reused T3"],
  [
    "the same, reported failed too",
    [reused, failure("T3")],
    "review",
    "contradictory-results T3, transaction-reused T3",
  ],
  ["the same, accepted", [reused, accepted], "paid", "transaction-reused T3"],
  ["the same, dismissed", [reused, dismissed], "closed", "transaction-reused T3"],
  ["the same of another sum", [{ ...reused, trueAmount: "9.99" }], "review", "amount-mismatch T3"],
  ["a refund notice", [charge("T1", { alertType: "refund" })], "created", "refund-notice T1"],
  ["accepted without a word of the gateway", [accepted], "paid", ""],
  ["given up by staff", [declined, dismissed], "closed", ""],
];

test.each(table)("%s (CYC-STATE)", (...[, facts, state, items, changed = {}]) => {
  const derived = deriveCycleState({ ...terms, ...changed }, facts);
  expect(derived.state).toBe(state);
  const found = derived.findings.map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`.trim()).sort();
  expect(found.join(", ")).toBe(items);
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
});

test("each other gateway subscription ID of a sale has an item that names if it was recorded as paid (CYC-SUBSCRIPTION)", () => {
  const said = [
    exampleNotification({ gatewaySubscriptionId: "M1" }),
    exampleNotification({ gatewaySubscriptionId: "M2" }),
    exampleNotification({ gatewaySubscriptionId: "M3", reportedAttemptId: "X" }),
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
