import { expect, test } from "vitest";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import type { Fact } from "../../src/payment/fact.ts";
import { exampleNotification, exampleResolution } from "./example-facts.ts";
import { expectedAmounts as terms } from "./state-examples.ts";

const findings = (facts: readonly Fact[], ofOthers: readonly string[] = []) =>
  deriveAttemptState(terms, facts, new Set(ofOthers)).findings;
const evidenceOf = (facts: readonly Fact[], ofOthers: readonly string[] = []) =>
  findings(facts, ofOthers).map(({ kind, evidence }) => `${kind}: ${evidence}`);
const paidBy = (transactionId: string) => exampleNotification({ transactionId });

test("the evidence of a second payment names every transaction that paid in full, except those of other cycles", () => {
  expect(evidenceOf([paidBy("T2"), paidBy("T1")])).toEqual([
    "paid-twice: 2 transactions paid this in full: T1, T2.",
  ]);
  expect(evidenceOf([paidBy("T1"), paidBy("T2"), paidBy("T3")], ["T3"])[0]).toBe(
    "paid-twice: 2 transactions paid this in full: T1, T2.",
  );
  const accepted = { ...exampleResolution("accept"), transactions: ["T8", "T9"] };
  expect(evidenceOf([accepted, paidBy("T9"), paidBy("T2"), paidBy("T1")])[0]).toBe(
    "paid-twice: It was accepted with transaction T8, T9, and paid in full by T1, T2.",
  );
  expect(evidenceOf([paidBy("T1")])).toEqual([]);
});

test("the evidence of a reused transaction names its earlier use", () => {
  const evidence = (usedFor: number | "refunded") => evidenceOf([exampleNotification({ usedFor })]);
  expect(evidence(2)).toEqual([
    "transaction-reused: Transaction T1 is reported as paid, but it paid cycle 2 before. The engine did not count it again.",
  ]);
  expect(evidence("refunded")).toEqual([
    "transaction-reused: Transaction T1 is reported as paid, but it was refunded before. The engine did not count it again.",
  ]);
});

test("the evidence of a weaker signature names the rule and the unsigned fields", () => {
  const text =
    "weaker-signature: The notification of transaction T1 verifies by the rule received only. Earlier ones of this merchant signed more.";
  expect(evidenceOf([exampleNotification({ weaker: true })])).toEqual([text]);
  expect(evidenceOf([exampleNotification({ weaker: true, unsigned: [] })])).toEqual([text]);
  expect(evidenceOf([exampleNotification({ weaker: true, unsigned: ["amount", "enabled"] })])).toEqual([
    `${text} Not signed: amount, enabled.`,
  ]);
});

test("the evidence of an unknown cycle says what the notification names", () => {
  const evidence = (changed: Parameters<typeof exampleNotification>[0]) =>
    evidenceOf([exampleNotification(changed)]);
  expect(evidence({ periodCount: "0" })).toEqual([
    "unknown-cycle: Transaction T1 names the cycle 0, which is not the number of a cycle.",
  ]);
  const own = "unknown-cycle: Transaction T1 came under the gateway order ID B1 and names";
  expect(evidence({ reportedAttemptId: "B1" })).toEqual([
    `${own} no cycle and no gateway subscription ID: its cycle is unknown.`,
  ]);
  expect(evidence({ reportedAttemptId: "B1", periodCount: "2" })).toEqual([
    `${own} the cycle 2 and no gateway subscription ID: its cycle is unknown.`,
  ]);
  expect(evidence({ reportedAttemptId: "B1", gatewaySubscriptionId: "S1" })).toEqual([
    `${own} no cycle: its cycle is unknown.`,
  ]);
});
