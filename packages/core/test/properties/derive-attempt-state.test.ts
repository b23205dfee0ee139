import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { expectedPayment, type ReportedFact } from "./attempt-oracle.ts";
import { FactOrderShop, factOrders, permutations } from "./fact-sequences.ts";

test("the state of a payment does not depend on the order or repetition of facts (ENG-STATE, B-07, B-25, B-26, B-27)", async () => {
  const listener = new FactOrderShop(new MemoryStore());
  await fc.assert(
    fc.asyncProperty(factOrders, (telling) => listener.hear(telling)),
    { numRuns: 600 },
  );
});

const told: readonly ReportedFact[] = [
  { by: "gateway", answer: "approved" },
  { by: "notification", says: "right", transaction: "T1" },
  { by: "notification", says: "short", transaction: "T1" },
  { by: "notification", says: "failed", transaction: "T2" },
  { by: "notification", says: "right", transaction: "T2" },
];

test.each([
  ["without an operator", told],
  [
    "with one who closes it",
    [...told.slice(1), { by: "operator", action: "dismiss" } satisfies ReportedFact],
  ],
])("each of the 120 orders of five facts, %s (ENG-STATE)", async (_, facts) => {
  const listener = new FactOrderShop(new MemoryStore());
  for (const order of permutations(facts)) await listener.hear(order);
});

test("the oracle derives the expected state of an example", () => {
  expect(expectedPayment(told)).toEqual({
    state: "paid",
    items: ["amount-mismatch/T1", "contradictory-results/T2", "paid-twice/2"],
  });
});
