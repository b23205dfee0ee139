import { afterAll, beforeAll, expect, test } from "vitest";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import { readOrderRecord } from "./shop/catalog-and-orders.mts";
import type { VendureSettings } from "./shop/open-vendure.mts";
import { runCommandLine } from "./shop/run-command-line.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// The command line with the configuration of `docs/reference/vendure.md`, on a real Vendure.

const plugin = {
  merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
  operations: { query: { minimumGap: 0 } },
};

let stage: TestShop;
let settings: VendureSettings;
beforeAll(async () => {
  const place = await createPostgresDatabase();
  stage = await openTestShop({ place, plugin });
  settings = {
    database: place.database,
    port: Number(new URL(stage.origin).port),
    isEmpty: false,
    plugin: { ...plugin, gateway: stage.sandbox.url, sandbox: true },
  };
}, 120_000);
afterAll(() => stage?.close());

const run = (...args: string[]) => runCommandLine(settings, args);

test("reconcile finds a payment whose notification was lost, and Vendure places its order", async () => {
  const { code, attemptId } = await stage.startOrder({ faults: [{ kind: "drop" }] });
  await stage.control.resolve(attemptId, { outcome: "paid" });
  const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];
  expect(await run("reconcile", ...period)).toMatchObject({
    ok: false,
    counts: { updated: 1 },
    attempts: [{ attemptId, reference: code, finding: "updated", state: "paid" }],
  });
  expect((await readOrderRecord(stage.app, code)).state).toBe("PaymentSettled");
  expect(await run("reconcile", ...period)).toMatchObject({ ok: true, counts: { agrees: 1 } });
});

test("doctor checks the shop: no sweep ran, and Vendure has no scheduler", async () => {
  const { findings } = await run("doctor");
  const codes = findings.map(({ code }: { code: string }) => code);
  expect(new Set(codes)).toEqual(new Set(["scheduler_late", "start_warning"]));
  expect(JSON.stringify(findings)).toContain("scheduler_missing");
});
