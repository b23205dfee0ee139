import { request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { createSandbox, type Sandbox, SandboxError, type SandboxOptions } from "../src/index.ts";
import { createSeededJitter } from "../src/jitter.ts";
import { openNotifiedShop } from "./fixtures/notified-shop.ts";
import { cardFields, challengeCard, sellSigned } from "./fixtures/sale.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ port: 0, retryGaps: [], jitter: { min: 0, max: 0 }, ...options });
  open.push(sandbox);
  return sandbox;
}

/** fetch() will not set Host or Origin. */
function ask(sandbox: Sandbox, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(sandbox.url + path, { headers }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    })
      .on("error", reject)
      .end();
  });
}

it("returns the same orders over HTTP as in code", async () => {
  const sandbox = await sandboxWith({ retryGaps: [60_000] });
  const shop = await openNotifiedShop((response) => void response.end("no"));
  open.push(shop);
  await sellSigned(sandbox.url, "card", { pay_orderid: "B/1", pay_notifyurl: shop.notifyUrl });
  await sellSigned(sandbox.url, "card", { pay_orderid: "B-2", ...cardFields(challengeCard) });
  await sandbox.nextDelivery("B/1");
  const one = await ask(sandbox, "/_sandbox/orders/B%2F1");
  const { timeline, next, refunds, ...view } = JSON.parse(one.body);
  expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
    "submitted",
    "decided",
    "answered",
    "delivery_begun",
    "delivery_ended",
    "retry_planned",
  ]);
  expect(refunds).toEqual([]);
  expect(next).toMatch(/The next try goes to http.* in 1 min/);
  expect(view).toEqual({
    orderId: "B/1",
    merchantId: "10001",
    variant: "card",
    amount: "42.50",
    currency: "EUR",
    state: "paid",
    canClose: false,
    transactionId: expect.stringMatching(/^\d{12}$/),
    card: { brand: "visa", last4: "4242" },
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    decidedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    deliveries: [
      {
        number: 1,
        message: 1,
        try: 1,
        transactionId: view.transactionId,
        returncode: "00",
        at: expect.any(String),
        outcome: "refused",
        httpStatus: 200,
        reply: "no",
        milliseconds: expect.any(Number),
      },
    ],
    nextDeliveryAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(JSON.parse((await ask(sandbox, "/_sandbox/orders")).body)).toEqual({
    orders: [...sandbox.orders()].reverse(),
    total: 2,
  });
  expect(sandbox.orders().map((order) => order.orderId)).toEqual(["B/1", "B-2"]);
  expect((await ask(sandbox, "/_sandbox/orders/B-2?merchant=10002")).status).toBe(404);
  expect(await ask(sandbox, "/_sandbox/orders/none")).toEqual({
    status: 404,
    body: '{"code":"unknown_order","error":"there is no order none"}',
  });
  expect((await ask(sandbox, "/_sandbox/other")).status).toBe(404);
});

it.each([
  [{ host: "evil.example" }],
  [{ host: "127.0.0.1.evil.example" }],
  [{ origin: "http://evil.example" }],
  [{ origin: "null" }],
  [{ origin: "http://127.0.0.1:1" }],
  [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
])("keeps other sites from the inspector: %o", async (headers) => {
  const sandbox = await sandboxWith();
  for (const path of ["/_sandbox/orders", "/"]) expect((await ask(sandbox, path, headers)).status).toBe(403);
});

it("accepts its own pages and tools", async () => {
  const sandbox = await sandboxWith();
  for (const headers of [
    {},
    { host: `localhost:${sandbox.port}` },
    { host: `[::1]:${sandbox.port}` },
    { origin: sandbox.url },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  ] as Record<string, string>[]) {
    for (const path of ["/_sandbox/orders", "/"])
      expect((await ask(sandbox, path, headers)).status).toBe(200);
  }
});

it("ends the wait for a delivery when it is closed", async () => {
  const sandbox = await sandboxWith();
  const waiting = sandbox.nextDelivery("NEVER");
  const rejected = expect(waiting).rejects.toMatchObject({ name: "SandboxError", code: "closed" });
  await sandbox.close();
  await rejected;
  await expect(sandbox.nextDelivery("NEVER")).rejects.toBeInstanceOf(SandboxError);
});

it("releases its port when it is closed, also twice", async () => {
  const sandbox = await sandboxWith();
  await Promise.all([sandbox.close(), sandbox.close()]);
  await expect(fetch(sandbox.url)).rejects.toThrow();
  const again = await sandboxWith({ port: sandbox.port });
  expect(again.port).toBe(sandbox.port);
});

it("reports in one line that its port is in use", async () => {
  const { port } = await sandboxWith();
  await expect(createSandbox({ port })).rejects.toMatchObject({
    code: "port_taken",
    message: `port ${port} on 127.0.0.1 is taken: choose another with --port`,
  });
  await expect(createSandbox({ port: 0, host: "192.0.2.1" })).rejects.toMatchObject({
    code: "cannot_listen",
  });
});

it.each<[SandboxOptions, string]>([
  [{ port: 70_000 }, "port"],
  [{ port: 1.5 }, "port"],
  [{ host: "" }, "host"],
  [{ seed: -1 }, "seed"],
  [{ retryGaps: [-1] }, "retryGaps"],
  [{ retryGaps: [Number.NaN] }, "retryGaps"],
  [{ deliveryTimeout: 0 }, "deliveryTimeout"],
  [{ jitter: { min: 2, max: 1 } }, "jitter"],
  [{ allowNotifyHosts: ["http://shop.test"] }, "allowNotifyHosts"],
  [{ allowNotifyHosts: ["shop.test:3000"] }, "allowNotifyHosts"],
  [{ allowNotifyHosts: ["shop.test", " "] }, "allowNotifyHosts"],
  [{ allowHosts: ["http://sandbox"] }, "allowHosts"],
  [{ allowAppSchemes: ["teashop://"] }, "allowAppSchemes"],
  [{ allowAppSchemes: ["1shop"] }, "allowAppSchemes"],
  [{ quirks: "Lenient" as "lenient" }, "quirks"],
  [{ quirks: "constructor" as "lenient" }, "quirks"],
])("refuses the option %o", async (options, name) => {
  await expect(createSandbox(options)).rejects.toMatchObject({
    code: "bad_option",
    message: expect.stringMatching(new RegExp(`^${name} must `)),
  });
});

it("repeats its jitter for the same seed, within its bounds, before and after the response", () => {
  const row = (seed: number) => Array.from({ length: 500 }, createSeededJitter(seed, { min: -80, max: 200 }));
  expect(row(7)).toEqual(row(7));
  expect(row(7)).not.toEqual(row(8));
  expect(row(7).every((offset) => Number.isInteger(offset) && offset >= -80 && offset <= 200)).toBe(true);
  const before = row(7).filter((offset) => offset < 0).length;
  expect(before).toBeGreaterThan(80);
  expect(before).toBeLessThan(220);
});
