import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqlite } from "@pay-index/sqlite";
import fc from "fast-check";
import { onTestFinished, test } from "vitest";
import {
  CycleReportShop,
  cycleReportOrders,
} from "../../packages/core/test/properties/cycle-report-sequences.ts";

test("with SQLite too, the reported facts decide the state of a cycle (CYC-STATE, B-47, B-48)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-cycles-"));
  const store = sqlite(join(folder, "shop.db"));
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const listener = new CycleReportShop(store);
  await fc.assert(
    fc.asyncProperty(cycleReportOrders, (telling) => listener.hear(telling)),
    { numRuns: 60 },
  );
});
