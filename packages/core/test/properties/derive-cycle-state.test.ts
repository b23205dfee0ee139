import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { type CycleReport, expectedCycles } from "./cycle-oracle.ts";
import { CycleReportShop, cycleReportOrders } from "./cycle-report-sequences.ts";
import { permutations } from "./fact-sequences.ts";

test("the states of cycles do not depend on the order or repetition of facts (CYC-STATE, B-47, B-48)", async () => {
  const listener = new CycleReportShop(new MemoryStore());
  await fc.assert(
    fc.asyncProperty(cycleReportOrders, (telling) => listener.hear(telling)),
    { numRuns: 600 },
  );
});

const right = { says: "right", subscription: "ours", under: "sale", closes: false } as const;
const told: readonly CycleReport[] = [
  { ...right, cycle: 1, transaction: "T1" },
  { ...right, cycle: 2, transaction: "T2", says: "failed" },
  { ...right, cycle: 2, transaction: "T2b" },
  { ...right, cycle: 3, transaction: "T3", closes: true },
  { ...right, cycle: 4, transaction: "T4" },
];
const stray: readonly CycleReport[] = [
  { ...right, cycle: 1, transaction: "T1" },
  { ...right, cycle: 0, transaction: "T2", under: "own" },
  { ...right, cycle: 1, transaction: "T3", under: "own", subscription: "another", closes: true },
  { ...right, cycle: 2, transaction: "T2", under: "own" },
  { ...right, cycle: 0, transaction: "T4", under: "own", says: "failed", closes: true },
];
const reusing: readonly CycleReport[] = [
  { ...right, cycle: 1, transaction: "T1" },
  { ...right, cycle: 2, transaction: "T1" },
  { ...right, cycle: 3, transaction: "T3" },
  { ...right, cycle: 4, transaction: "T3", closes: true },
  { ...right, cycle: 4, transaction: "T4" },
];

test.each([
  ["notifications", told],
  ["notifications of which two transactions are reported for two cycles (CYC-TRANSACTION)", reusing],
  ["notifications of which four have a gateway order ID of their own (CYC-NUMBER)", stray],
])("each of the 120 orders of five %s (CYC-STATE)", async (_, five) => {
  const listener = new CycleReportShop(new MemoryStore());
  // The gateway subscription ID that is named first is the subscription's; a stray one names none.
  for (const order of permutations(five)) await listener.hear(order);
});

test("the oracle derives the expected states of examples", () => {
  expect(expectedCycles(told)).toEqual({
    state: "paid",
    cycles: ["2 paid", "3 paid", "4 paid"],
    renewals: [2, 3, 4],
    isClosed: true,
    items: ["4 charged-after-closing"],
    twice: [],
  });
  expect(expectedCycles(reusing)).toEqual({
    state: "paid",
    cycles: ["2 review", "3 paid", "4 paid"],
    renewals: [3, 4],
    isClosed: true,
    items: ["2 transaction-reused T1", "4 transaction-reused T3"],
    twice: [],
  });
  expect(expectedCycles(stray)).toEqual({
    state: "paid",
    cycles: ["2 paid"],
    renewals: [2],
    isClosed: true,
    items: ["1 subscription-mismatch M2", "1 unknown-cycle T3", "2 charged-after-closing"],
    twice: [],
  });
  expect(expectedCycles(reusing.toReversed())).toEqual({
    state: "review",
    cycles: ["2 paid", "3 paid", "4 paid"],
    renewals: [],
    isClosed: false,
    items: ["1 transaction-reused T1", "4 paid-twice 2"],
    twice: [],
  });
  expect(expectedCycles([...told, { ...right, cycle: 4, transaction: "T4b" }]).twice).toEqual([4]);
  expect(expectedCycles([...told, { ...right, cycle: 0, transaction: "T1", closes: true }]).items).toEqual(
    [2, 3, 4].map((number) => `${number} charged-after-closing`),
  );
});
