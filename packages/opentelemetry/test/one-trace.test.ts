import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { createPayIndex, money } from "@pay-index/express";
import { createSandbox } from "@pay-index/sandbox";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";
import { RecordedTelemetry, trackCurrentSpan } from "./recorded-telemetry.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

const buyer = {
  firstName: "Bartholomew",
  lastName: "Lovelace-King",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};
const key = "sandbox-hosted-key";

/** A shop of two processes: buyers click in one, and the gateway notifies the other. They share a database and nothing else. */
async function openShop() {
  closers.push(trackCurrentSpan());
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  closers.push(() => sandbox.close());
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "pay-index-traces-"));
  closers.push(() => rmSync(folder, { recursive: true }));
  const hooks = { onPaid: (): void => undefined, due: 1999 };
  const openProcess = async () => {
    const recorded = new RecordedTelemetry();
    const pay = await createPayIndex({
      ...{ gateway: sandbox.url, sandbox: true, publicUrl: `${origin}/pay`, tickEvery: 0 },
      merchants: [{ id: "10002", key, variants: ["hosted"] }],
      store: sqlite(join(folder, "shop.db")),
      amountDue: () => money(hooks.due, "USD"),
      onPaid: () => hooks.onPaid(),
      orderPage: () => "/",
      onEvent: () => undefined,
      telemetry: recorded.telemetry,
    });
    closers.push(() => pay.close());
    return { pay, recorded };
  };
  const [clicks, notified] = [await openProcess(), await openProcess()];
  const app = express();
  // As the instrumentation of HTTP servers does.
  app.use((request, response, next) =>
    notified.recorded.tracer.startActiveSpan(request.method, (span) => {
      response.on("close", () => span.end());
      next();
    }),
  );
  server.on("request", app.use("/pay", notified.pay.router));
  const click = (reference: string) =>
    clicks.recorded.tracer.startActiveSpan("POST /checkout", async (span) => {
      const started = await clicks.pay.start({
        ...{ reference, variant: "hosted", amount: money(1999, "USD"), buyer },
      });
      span.end();
      return started;
    });
  const payOrder = async (attemptId: string) => {
    await sandbox.resolve(attemptId, { outcome: "paid" });
    const { reply } = await sandbox.nextDelivery(attemptId, { timeout: 10_000 });
    expect(reply).toBe("OK");
  };
  return { origin, hooks, clicks, notified, click, payOrder };
}

test("the buyer's click, the notification and the order are one trace across two processes", async () => {
  const { hooks, clicks, notified, click, payOrder } = await openShop();
  let traceOfShop: string | undefined;
  hooks.onPaid = () => {
    traceOfShop = trace.getActiveSpan()?.spanContext().traceId;
  };
  const { attemptId } = await click("order-1");
  await payOrder(attemptId);
  const [page, start] = ["POST /checkout", "start payment"].map((name) => clicks.recorded.span(name));
  const [notification, job] = ["receive notification", "run place-order"].map((name) =>
    notified.recorded.span(name),
  );
  const traceId = page?.spanContext().traceId;
  for (const span of [start, notification, job]) expect(span?.spanContext().traceId).toBe(traceId);
  expect(traceOfShop).toBe(traceId);
  expect(start?.parentSpanContext?.spanId).toBe(page?.spanContext().spanId);
  expect(notification?.parentSpanContext?.spanId).toBe(start?.spanContext().spanId);
  expect(job?.parentSpanContext?.spanId).toBe(notification?.spanContext().spanId);
  await vi.waitFor(() => expect(notified.recorded.span("POST")).toBeDefined());
  expect(notification?.links.map(({ context }) => context.traceId)).toEqual([
    notified.recorded.span("POST")?.spanContext().traceId,
  ]);
  const ofAttempt = {
    "pay_index.attempt.id": attemptId,
    "pay_index.tenant": "default",
    "pay_index.variant": "hosted",
  };
  expect(start?.attributes).toEqual({
    ...{ ...ofAttempt, "pay_index.attempt.state": "pending" },
    "pay_index.response.outcome": "redirect",
  });
  expect(notification?.attributes).toEqual({
    ...{ ...ofAttempt, "pay_index.attempt.state": "paid" },
    "pay_index.notification.repeated": false,
  });
  expect(job).toMatchObject({ kind: SpanKind.CONSUMER, status: { code: SpanStatusCode.UNSET } });
});

test("an order that another process places later is in the same trace, and its failure has a code and no text", async () => {
  const { hooks, clicks, notified, click, payOrder } = await openShop();
  hooks.onPaid = () => {
    throw new Error("no stock for ada@example.com");
  };
  const { attemptId } = await click("order-1");
  await payOrder(attemptId);
  expect(notified.recorded.span("run place-order")).toMatchObject({
    attributes: { "error.type": "_OTHER", "pay_index.job.tries": 0 },
    status: { code: SpanStatusCode.ERROR },
    events: [],
  });
  hooks.onPaid = () => undefined;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 20_000);
  await clicks.pay.sweep();
  const { traceId, spanId } = clicks.recorded.span("start payment")?.spanContext() ?? {};
  expect(clicks.recorded.span("run place-order")).toMatchObject({
    parentSpanContext: { traceId, spanId },
    attributes: { "pay_index.job.tries": 1 },
    status: { code: SpanStatusCode.UNSET },
  });
});

test("a step more than a day after the start has a trace of its own, linked to the start", async () => {
  closers.push(trackCurrentSpan());
  const recorded = new RecordedTelemetry();
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const renew = async (createdAt: number) => {
    const attempt = {
      ...{ attemptId: "20261128000000000001", tenant: "default", variant: "subscription" as const },
      ...{ createdAt: new Date(createdAt).toISOString(), traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    };
    const job = { kind: "place-renewal", cycle: 2, tries: 0 } as const;
    await recorded.telemetry.trace({ step: "run-job", attempt, job }, async () => undefined);
    return recorded.spans.at(-1);
  };
  const [young, old] = [await renew(Date.now() - 3_600_000), await renew(Date.now() - 31 * 86_400_000)];
  expect(young?.spanContext().traceId).toBe(traceId);
  expect(old?.spanContext().traceId).not.toBe(traceId);
  expect(old).toMatchObject({
    links: [{ context: { traceId } }],
    attributes: { "pay_index.cycle": 2 },
  });
});

test("the metrics count payments, refusals and what waits; nothing of a buyer, no key and no token is exported", async () => {
  const { origin, hooks, clicks, notified, click, payOrder } = await openShop();
  await payOrder((await click("order-1")).attemptId);
  hooks.due = 2000;
  await payOrder((await click("order-2-of-ada@example.com")).attemptId);
  await fetch(`${origin}/pay/notify/${"0".repeat(20)}/${"x".repeat(43)}`, { method: "POST" });
  const points = await notified.recorded.points();
  const hosted = { "pay_index.variant": "hosted" };
  expect(points["pay_index.attempts"]).toEqual([[2, { ...hosted, "pay_index.attempt.state": "paid" }]]);
  expect(points["pay_index.notifications"]).toEqual([
    [2, { ...hosted, "pay_index.notification.repeated": false }],
  ]);
  expect(points["pay_index.notification.refusals"]).toEqual([[1, { "error.type": "unknown" }]]);
  expect(points["pay_index.review_items"]).toEqual([
    [1, { "pay_index.review_item.kind": "order-not-placed" }],
  ]);
  expect(points["pay_index.notification.delay"]).toEqual([[expect.objectContaining({ count: 2 }), hosted]]);
  expect(points["pay_index.job.age"]).toEqual([
    [expect.objectContaining({ count: 1 }), { "pay_index.job.kind": "place-order" }],
  ]);
  expect(points["pay_index.review_item.backlog.size"]).toEqual([[1, {}]]);
  expect(points["pay_index.job.backlog.size"]).toEqual([[0, {}]]);
  expect((await clicks.recorded.points())["pay_index.responses"]).toEqual([
    [2, { "pay_index.response.outcome": "redirect" }],
  ]);
  const attempts = await clicks.pay.attempts({});
  expect(attempts.attempts).toHaveLength(2);
  const exported = await Promise.all(
    [clicks, notified].map(async ({ recorded }) => [recorded.spans, await recorded.collect()]),
  );
  const text = inspect(exported, { depth: 12, maxArrayLength: null, maxStringLength: null });
  expect(text).toContain("pay_index.attempt.id");
  for (const secret of [buyer.firstName, buyer.lastName, "ada@", buyer.phone, key, "order-2", "/notify/"])
    expect(text.includes(secret), secret).toBe(false);
});
