import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqlite } from "@pay-index/sqlite";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  FactOrderShop,
  factOrders,
  permutations,
} from "../../packages/core/test/properties/fact-sequences.ts";

/** Here and not beside the store: the oracle and the facts are core's, and one package's tests do not import another's. */
async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-judging-"));
  const store = sqlite(join(folder, "shop.db"));
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return store;
}

test("with SQLite too, the reported facts decide the state of a payment (ENG-STATE, B-07, B-25)", async () => {
  const listener = new FactOrderShop(await openStore());
  await fc.assert(
    fc.asyncProperty(factOrders, (telling) => listener.hear(telling)),
    { numRuns: 50 },
  );
});

test("each of the 24 orders of four facts, through SQLite (ENG-STATE)", async () => {
  const listener = new FactOrderShop(await openStore());
  const orders = permutations([
    { by: "gateway", answer: "approved" } as const,
    { by: "notification", says: "right", transaction: "T1" } as const,
    { by: "notification", says: "failed", transaction: "T1" } as const,
    { by: "notification", says: "right", transaction: "T2" } as const,
  ]);
  for (const order of orders) await listener.hear(order);
  expect(orders).toHaveLength(24);
});
