import { afterEach, expect, it } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/index.ts";
import { computeNotificationSign } from "../../src/signature.ts";
import {
  type NotifiedShop,
  openNotifiedShop,
  type ReplyHandler,
  replyOk,
} from "../fixtures/notified-shop.ts";
import { merchantByVariant, sellSigned, type Variant } from "../fixtures/sale.ts";

const open: (Sandbox | NotifiedShop | { close(): Promise<void> })[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [], ...options });
  open.push(sandbox);
  return sandbox;
}

async function shopWith(reply: ReplyHandler = replyOk): Promise<NotifiedShop> {
  const shop = await openNotifiedShop(reply);
  open.push(shop);
  return shop;
}

function sellTo(sandbox: Sandbox, notifyUrl: string, more: Record<string, string> = {}) {
  const variant: Variant = "subscription_plan" in more ? "subscription" : "card";
  return sellSigned(sandbox.url, variant, { pay_orderid: "N-1", pay_notifyurl: notifyUrl, ...more });
}

it("notifies the shop of a success (NOT-FIELDS, NOT-CODE)", async () => {
  const sandbox = await sandboxWith({ clock: clockFrom("2026-11-20T10:20:30Z") });
  const shop = await shopWith();
  await sellTo(sandbox, `${shop.notifyUrl}?from=gateway`);
  expect(await sandbox.nextDelivery("N-1")).toMatchObject({
    try: 1,
    outcome: "ok",
    httpStatus: 200,
    reply: "OK",
  });
  const [told] = shop.received;
  expect([...(told?.fields ?? [])]).toEqual([
    ["memberid", "10001"],
    ["orderid", "N-1"],
    ["amount", "42.50"],
    ["true_amount", "42.50"],
    ["currency", "EUR"],
    ["transaction_id", expect.stringMatching(/^[1-9]\d{11}$/)],
    ["returncode", "00"],
    ["datetime", "20261120102030"],
    ["sign", computeNotificationSign(told?.fields ?? new Map(), merchantByVariant.card.key)],
    ["attach", ""],
  ]);
  expect(told?.request).toMatchObject({ method: "POST", url: "/notify?from=gateway" });
  expect(told?.request.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(sandbox.order("N-1")?.transactionId).toBe(told?.fields.get("transaction_id"));
  expect(sandbox.order("N-1")).not.toHaveProperty("nextDeliveryAt");
});

it("repeats with a fresh datetime and sign until the reply is OK (REP-OK, REP-RETRY)", async () => {
  const sandbox = await sandboxWith({
    retryGaps: [5, 10, 15],
    clock: clockFrom("2026-11-20T10:00:00Z", 1000),
  });
  const replies = ["no", " ok", "  OK\r\n"];
  const shop = await shopWith((response, count) => void response.writeHead(500).end(replies[count - 1]));
  await sellTo(sandbox, shop.notifyUrl);
  const outcomes: unknown[] = [];
  for (const _ of replies) outcomes.push((await sandbox.nextDelivery("N-1")).outcome);
  expect(outcomes).toEqual(["refused", "refused", "ok"]);
  const told = shop.received.map(({ fields }) => fields);
  expect(new Set(told.map((fields) => fields.get("datetime"))).size).toBe(3);
  expect(new Set(told.map((fields) => fields.get("sign"))).size).toBe(3);
  for (const fields of told)
    expect(fields.get("sign")).toBe(computeNotificationSign(fields, merchantByVariant.card.key));
  expect(new Set(told.map((fields) => fields.get("transaction_id"))).size).toBe(1);
  expect(sandbox.order("N-1")).toMatchObject({
    state: "paid",
    deliveries: [{ try: 1 }, { try: 2 }, { try: 3 }],
  });
  expect(sandbox.order("N-1")).not.toHaveProperty("nextDeliveryAt");
});

it("tries five times with pauses of 10, 20, 40 and 80 seconds and then gives up (REP-RETRY)", async () => {
  const sandbox = await createSandbox({ port: 0, frozen: true });
  open.push(sandbox);
  const shop = await shopWith((response) => void response.end("no"));
  await sellTo(sandbox, shop.notifyUrl);
  expect((await sandbox.nextDelivery("N-1")).try).toBe(1);
  for (const [index, seconds] of [10, 20, 40, 80].entries()) {
    await sandbox.advance({ seconds: seconds - 1 });
    expect(shop.received).toHaveLength(index + 1);
    await sandbox.advance({ seconds: 1 });
    expect((await sandbox.nextDelivery("N-1")).try).toBe(index + 2);
  }
  await sandbox.advance({ days: 1 });
  expect(sandbox.order("N-1")).not.toHaveProperty("nextDeliveryAt");
  expect(shop.received).toHaveLength(5);
  expect((await sandbox.orderDetails("N-1")).timeline.at(-1)).toMatchObject({ type: "gave_up", tries: 5 });
});

const bad: [name: string, outcome: string, reply: ReplyHandler][] = [
  ["answers OK among other things", "refused", (response) => void response.end('{"result":"OK"}')],
  ["answers nothing", "refused", (response) => void response.end()],
  [
    "redirects",
    "redirect",
    (response) => void response.writeHead(302, { location: "/elsewhere" }).end("moved"),
  ],
  ["sends far too much", "too_large", (response) => void response.end("OK".repeat(1_000_000))],
  ["never stops sending", "too_large", endless],
  ["never answers", "timeout", () => {}],
  ["hangs up", "unreachable", (response) => void response.destroy()],
];

function endless(...[response]: Parameters<ReplyHandler>): void {
  const timer = setInterval(() => response.write("x".repeat(1000)), 1);
  response.on("close", () => clearInterval(timer));
}

it.each(bad)("continues if the shop %s: %s", async (_name, outcome, reply) => {
  const sandbox = await sandboxWith({ deliveryTimeout: outcome === "timeout" ? 300 : 10_000 });
  const shop = await shopWith(reply);
  await sellTo(sandbox, shop.notifyUrl);
  const delivery = await sandbox.nextDelivery("N-1");
  expect(delivery.outcome).toBe(outcome);
  expect(delivery.reply?.length ?? 0).toBeLessThanOrEqual(60);
  expect(delivery.milliseconds).toBeLessThan(9000);
  expect(shop.received).toHaveLength(1);
  // and it goes on serving
  expect((await sellSigned(sandbox.url, "hosted")).status).toBe(1);
});

it("notifies before the response with a negative jitter, and waits no longer than the jitter", async () => {
  const sandbox = await sandboxWith({ jitter: { min: -5000, max: -5000 } });
  const order: string[] = [];
  const shop = await shopWith((response) => {
    order.push("notified");
    response.end("OK");
  });
  await sellTo(sandbox, shop.notifyUrl).then(() => order.push("answered"));
  expect(order).toEqual(["notified", "answered"]);
  // a shop that answers only after it has its response must not be waited for
  const impatient = await sandboxWith({ jitter: { min: -50, max: -50 } });
  const held: (() => void)[] = [];
  const waiting = await shopWith((response) => void held.push(() => response.end("OK")));
  expect((await sellTo(impatient, waiting.notifyUrl)).status).toBe(0);
  expect(impatient.order("N-1")?.deliveries).toEqual([]);
  for (const release of held) release();
  expect((await impatient.nextDelivery("N-1")).outcome).toBe("ok");
});

it("notifies after the response with a positive jitter", async () => {
  const sandbox = await sandboxWith({ jitter: { min: 1000, max: 1000 } });
  const order: string[] = [];
  const shop = await shopWith((response) => {
    order.push("notified");
    response.end("OK");
  });
  await sellTo(sandbox, shop.notifyUrl).then(() => order.push("answered"));
  expect(sandbox.order("N-1")).toHaveProperty("nextDeliveryAt");
  await sandbox.nextDelivery("N-1");
  expect(order).toEqual(["answered", "notified"]);
});

/** Real timers, but a time of its own that moves `step` ms with every look at it. */
function clockFrom(start: string, step = 0) {
  let now = Date.parse(start) - step;
  return {
    now() {
      now += step;
      return now;
    },
    after(milliseconds: number, run: () => void) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
