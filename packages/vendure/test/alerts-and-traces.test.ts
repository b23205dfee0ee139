import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCardAndKeyTraces, successCard } from "@pay-index/conformance/card-canary";
import { EventBus, JobQueueService, OrderPlacedEvent } from "@vendure/core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { currentTraceId, RecordedSpans, trackCurrentSpan } from "../../../tests/telemetry/recorded-spans.ts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { createAlertEmailPlugin, sendAlert } from "./shop/alert-email-plugin.mts";
import { exampleBuyer } from "./shop/buyer.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

const recorded = new RecordedSpans();
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
    plugin: { alerts, telemetry: recorded.telemetry },
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

test("the card form, the notification and the placed order are one trace, and no span has data of the card or the buyer", async () => {
  onTestFinished(trackCurrentSpan());
  let traceOfOrder: string | undefined;
  const placed = stage.app.get(EventBus).ofType(OrderPlacedEvent);
  const subscription = placed.subscribe(() => {
    traceOfOrder = currentTraceId();
  });
  onTestFinished(() => subscription.unsubscribe());
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(await stage.tea());
  const form = await buyer.start({ method: "card" });
  expect((await stage.postCard(form)).status).toBe(303);
  const attemptId = await stage.attempt(code);
  expect(await stage.control.nextDelivery(attemptId)).toMatchObject({ reply: "OK" });
  await expect.poll(() => traceOfOrder).toBeDefined();
  const names = recorded.stepsOf(attemptId).map(({ name }) => name);
  expect(names.sort()).toEqual(["receive notification", "run place-order", "start payment"]);
  for (const { traceId } of recorded.stepsOf(attemptId)) expect(traceId).toBe(traceOfOrder);
  const exported = recorded.exported();
  expect(findCardAndKeyTraces([successCard], exported)).toEqual([]);
  const { firstName, lastName, email, phone } = exampleBuyer;
  for (const secret of [firstName, lastName, email, phone, code, form.formToken, "/notify/"])
    expect(exported.includes(secret), secret).toBe(false);
});

async function emails(): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
