import fc from "fast-check";
import { test } from "vitest";
import { FactOrderShop, factOrders } from "./fact-sequences.ts";

test("the state of a payment does not depend on the order or repetition of facts (ENG-STATE, B-07, B-25, B-26, B-27)", async () => {
  const listener = new FactOrderShop();
  await fc.assert(
    fc.asyncProperty(factOrders, (telling) => listener.hear(telling)),
    { numRuns: 600 },
  );
});
