import { expect, it } from "vitest";
import { createSandbox, SandboxError, type SandboxOptions } from "../src/index.ts";
import { createSeededJitter } from "../src/jitter.ts";
import { cardFields, challengeCard } from "./fixtures/sale.ts";
import { openSandbox, setUpSandbox } from "./fixtures/set-up-sandbox.ts";

const openQuietly = (options: SandboxOptions = {}) => openSandbox({ retryGaps: [], ...options });

it("returns the same orders over HTTP as in code", async () => {
  const { sandbox, sell } = await setUpSandbox({}, (response) => response.end("no"));
  await sell("B/1");
  await sell("B-2", cardFields(challengeCard));
  await sandbox.nextDelivery("B/1");
  const ask = async (path: string) => {
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`);
    return { status: response.status, body: await response.json() };
  };
  const details = await sandbox.orderDetails("B/1");
  expect(await ask("orders/B%2F1")).toEqual({ status: 200, body: details });
  const types = "submitted decided answered delivery_begun delivery_ended retry_planned".split(" ");
  expect(details.timeline.map(({ type }) => type)).toEqual(types);
  expect(details).toMatchObject({
    ...{ merchantId: "10001", variant: "card", amount: "42.50", currency: "EUR", state: "paid" },
    ...{ card: { brand: "visa", last4: "4242" }, canClose: false, refunds: [] },
    decidedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    nextDeliveryAt: expect.stringMatching(/^\d{4}-.*Z$/),
    next: expect.stringMatching(/The next try goes to http.* in 10 s/),
    deliveries: [
      {
        ...{ number: 1, message: 1, try: 1, transactionId: details.transactionId, returncode: "00" },
        ...{ outcome: "refused", httpStatus: 200, reply: "no", milliseconds: expect.any(Number) },
      },
    ],
  });
  const orders = sandbox.orders();
  expect((await ask("orders")).body).toEqual({ orders: [...orders].reverse(), total: 2 });
  expect(orders.map((order) => order.orderId)).toEqual(["B/1", "B-2"]);
  expect((await ask("orders/B-2?merchant=10002")).status).toBe(404);
  const unknown = { code: "unknown_order", error: "there is no order none" };
  expect(await ask("orders/none")).toEqual({ status: 404, body: unknown });
  expect((await ask("other")).status).toBe(404);
});

it("ends the wait for a delivery when it is closed", async () => {
  const sandbox = await openQuietly();
  const waiting = sandbox.nextDelivery("NEVER");
  const rejected = expect(waiting).rejects.toMatchObject({ name: "SandboxError", code: "closed" });
  await sandbox.close();
  await rejected;
  await expect(sandbox.nextDelivery("NEVER")).rejects.toBeInstanceOf(SandboxError);
});

it("releases its port when it is closed, also twice", async () => {
  const sandbox = await openQuietly();
  await Promise.all([sandbox.close(), sandbox.close()]);
  await expect(fetch(sandbox.url)).rejects.toThrow();
  const again = await openQuietly({ port: sandbox.port });
  expect(again.port).toBe(sandbox.port);
});

it("reports in one line that its port is in use", async () => {
  const { port } = await openQuietly();
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
