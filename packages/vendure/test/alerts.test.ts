import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JobQueueService } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { createAlertEmailPlugin, sendAlert } from "./shop/alert-email-plugin.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

let folder: string;
let stage: TestShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-alerts-"));
  const alerts = { groupFor: 0, send: sendAlert, staffUrl: "https://shop.example/dashboard" };
  const place = await createSqljsDatabase();
  stage = await openTestShop({
    place,
    isEmpty: true,
    otherPlugins: [createAlertEmailPlugin(folder)],
    plugin: { alerts },
  });
  await stage.app.get(JobQueueService).start();
}, 180_000);
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the EmailPlugin sends an alert about a review item once, with the link to the staff pages", async () => {
  const { code, attemptId } = await stage.payOrder();
  await stage.gateway.requestRefund({ attemptId, dedupeKey: "return-1", evidence: "The cup is broken." });
  await stage.gateway.sweep();
  expect(stage.logged).toContainEqual(expect.stringContaining('"alert-sent"'));
  await expect.poll(() => emails(), { timeout: 30_000 }).toHaveLength(1);
  const [email = ""] = await emails();
  expect(email).toContain("New review items: 1");
  expect(email).toContain(`Refund requested: ${code}`);
  expect(email).toContain("https://shop.example/dashboard");
  await stage.gateway.sweep();
  expect(await emails()).toHaveLength(1);
});

async function emails(): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
