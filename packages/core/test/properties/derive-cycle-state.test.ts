import fc from "fast-check";
import { test } from "vitest";
import { CycleReportShop, cycleReportOrders } from "./cycle-report-sequences.ts";

test("the states of cycles do not depend on the order or repetition of facts (CYC-STATE, CYC-TRANSACTION, CYC-NUMBER, B-47, B-48)", async () => {
  const listener = new CycleReportShop();
  await fc.assert(
    fc.asyncProperty(cycleReportOrders, (telling) => listener.hear(telling)),
    { numRuns: 1000 },
  );
});
