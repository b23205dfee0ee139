import { describe, expect, test } from "vitest";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import { addFact, type Fact } from "../../src/payment/fact.ts";
import {
  exampleFailure,
  exampleNotification,
  exampleResolution,
  exampleResponse,
  ordersOf,
} from "./example-facts.ts";
import { stateExamples as table, expectedAmounts as terms, wrongAmount as wrong } from "./state-examples.ts";

const stateOf = (facts: readonly Fact[]) => deriveAttemptState(terms, facts).state;
const itemsOf = (facts: readonly Fact[], on = terms) =>
  deriveAttemptState(on, facts).findings.map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`);

test.each(table)("%s", (...row) => {
  const [, facts, state, ...items] = row;
  expect(stateOf(facts)).toBe(state);
  expect(itemsOf(facts)).toEqual(items);
});

describe("the state depends only on the set of facts (ENG-STATE, B-01)", () => {
  const by = (transactionId: string) => exampleNotification({ transactionId });
  const sets: Fact[][] = [
    ...table.map(([, facts]) => facts),
    [exampleResponse("approved"), exampleFailure(), by("T1"), wrong({ transactionId: "T2" })],
    [by("T3"), by("T10"), by("T2"), by("T1"), exampleFailure({ transactionId: "T2" })],
    [wrong(), wrong({ trueAmount: "2.00" }), wrong({ amount: "3.00" }), exampleFailure()],
    [exampleNotification({ alertType: "Refund" }), exampleNotification({ periodCount: "x" })],
  ];

  test("every order and every repetition of facts gives the same state and items", () => {
    for (const facts of sets) {
      const expected = deriveAttemptState(terms, facts);
      for (const order of ordersOf(facts)) {
        expect(deriveAttemptState(terms, [...order, ...order])).toEqual(expected);
        const known = [...order, ...order].reduce<readonly Fact[]>((all, fact) => addFact(all, fact), []);
        expect(deriveAttemptState(terms, known)).toEqual(expected);
      }
    }
  });

  test("a later fact removes no item", () => {
    const later = [
      exampleNotification(),
      exampleFailure(),
      exampleResolution("accept"),
      exampleResolution("dismiss"),
      exampleResponse("approved"),
      exampleNotification({ transactionId: "T9" }),
    ];
    for (const facts of sets) {
      for (const fact of later) {
        if (fact.source === "response" && facts.some(({ source }) => source === "response")) continue;
        expect(itemsOf([...facts, fact])).toEqual(expect.arrayContaining(itemsOf(facts)));
      }
    }
  });
});

test.each<[string, Fact[], string]>([
  [
    "a contradiction (ITEM-CONTRADICTORY)",
    [exampleNotification(), exampleFailure()],
    "Transaction T1 was reported both as successful and as failed.",
  ],
  [
    "a refund notice (ITEM-NOTICE)",
    [exampleNotification({ alertType: "RDR" })],
    "Notice of type RDR for transaction T1: money may have been refunded.",
  ],
  [
    "an unknown code (ITEM-CODE)",
    [exampleNotification({ returncode: "09" })],
    "Transaction T1 has the code 09, which the protocol does not define.",
  ],
])("the evidence of %s contains the report", (_, facts, evidence) => {
  expect(deriveAttemptState(terms, facts).findings.map((item) => item.evidence)).toEqual([evidence]);
});
