import { expect, it } from "vitest";
import { systemClock } from "../../src/clock/time-source.ts";
import { computeNotificationSign } from "../../src/signature.ts";
import { type ReplyHandler, replyOk } from "../fixtures/notified-shop.ts";
import { merchantByVariant } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

const { key } = merchantByVariant.card;

it("notifies the shop of a success (NOT-FIELDS, NOT-CODE)", async () => {
  const clock = { ...systemClock, now: () => Date.parse("2026-11-20T10:20:30Z") };
  const { sandbox, shop, sell } = await setUpSandbox({ clock, frozen: false });
  await sell("N-1", { pay_notifyurl: `${shop.notifyUrl}?from=gateway` });
  const delivery = await sandbox.nextDelivery("N-1");
  expect(delivery).toMatchObject({ try: 1, outcome: "ok", httpStatus: 200, reply: "OK" });
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
    ["sign", computeNotificationSign(told?.fields ?? new Map(), key)],
    ["attach", ""],
  ]);
  expect(told?.request).toMatchObject({ method: "POST", url: "/notify?from=gateway" });
  expect(told?.request.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(sandbox.order("N-1")?.transactionId).toBe(told?.fields.get("transaction_id"));
  expect(sandbox.order("N-1")).not.toHaveProperty("nextDeliveryAt");
});

it("tries five times with pauses of 10, 20, 40 and 80 seconds, a fresh datetime and sign, and then gives up (REP-RETRY)", async () => {
  const { sandbox, shop, sell, notifications } = await setUpSandbox({}, (response, count) =>
    response.end(count === 2 ? " ok" : "no"),
  );
  await sell("N-1");
  expect((await sandbox.nextDelivery("N-1")).try).toBe(1);
  for (const [index, seconds] of [10, 20, 40, 80].entries()) {
    await sandbox.advance({ seconds: seconds - 1 });
    expect(shop.received).toHaveLength(index + 1);
    await sandbox.advance({ seconds: 1 });
    expect(await sandbox.nextDelivery("N-1")).toMatchObject({ try: index + 2, outcome: "refused" });
  }
  await sandbox.advance({ days: 1 });
  expect(sandbox.order("N-1")).not.toHaveProperty("nextDeliveryAt");
  expect((await sandbox.orderDetails("N-1")).timeline.at(-1)).toMatchObject({ type: "gave_up", tries: 5 });
  const values = (name: string) => new Set(notifications().map((fields) => fields[name]));
  expect(["datetime", "sign", "transaction_id"].map((name) => values(name).size)).toEqual([5, 5, 1]);
  for (const { fields } of shop.received)
    expect(fields.get("sign")).toBe(computeNotificationSign(fields, key));
});

const endless: ReplyHandler = (response) => {
  const timer = setInterval(() => response.write("x".repeat(1000)), 1);
  response.on("close", () => clearInterval(timer));
};

it.each<[name: string, outcome: string, reply: ReplyHandler]>([
  ["answers OK with blanks and another status", "ok", (response) => response.writeHead(500).end("  OK\r\n")],
  ["answers OK among other things", "refused", (response) => response.end('{"result":"OK"}')],
  ["answers nothing", "refused", (response) => response.end()],
  ["redirects", "redirect", (response) => response.writeHead(302, { location: "/elsewhere" }).end("moved")],
  ["sends far too much", "too_large", (response) => response.end("OK".repeat(1_000_000))],
  ["never stops sending", "too_large", endless],
  ["never answers", "timeout", () => {}],
  ["hangs up", "unreachable", (response) => response.destroy()],
])("continues if the shop %s: %s (REP-OK)", async (_name, outcome, reply) => {
  const deliveryTimeout = outcome === "timeout" ? 300 : 10_000;
  const { sandbox, shop, sell } = await setUpSandbox({ deliveryTimeout }, reply);
  await sell("N-1");
  const delivery = await sandbox.nextDelivery("N-1");
  expect(delivery.outcome).toBe(outcome);
  expect(delivery.reply?.length ?? 0).toBeLessThanOrEqual(60);
  expect(delivery.milliseconds).toBeLessThan(9000);
  expect(shop.received).toHaveLength(1);
  // and it goes on serving
  expect((await sell("N-2", {}, "hosted")).status).toBe(1);
});

it.each([
  ["before", -5000, ["notified", "answered"]],
  ["after", 1000, ["answered", "notified"]],
])("notifies %s the response with a jitter of %i ms", async (_when, offset, expected) => {
  const order: string[] = [];
  const reply: ReplyHandler = (...args) => {
    order.push("notified");
    replyOk(...args);
  };
  const jitter = { min: offset, max: offset };
  const { sandbox, sell } = await setUpSandbox({ jitter, frozen: false }, reply);
  await sell("N-1").then(() => order.push("answered"));
  expect("nextDeliveryAt" in (sandbox.order("N-1") ?? {})).toBe(offset > 0);
  await sandbox.nextDelivery("N-1");
  expect(order).toEqual(expected);
});

it("waits no longer than the jitter for a shop that answers only after it has its response", async () => {
  const held: (() => void)[] = [];
  const jitter = { min: -50, max: -50 };
  const { sandbox, sell } = await setUpSandbox({ jitter }, (response) => held.push(() => response.end("OK")));
  expect((await sell("N-1")).status).toBe(0);
  expect(sandbox.order("N-1")?.deliveries).toEqual([]);
  for (const release of held) release();
  expect((await sandbox.nextDelivery("N-1")).outcome).toBe("ok");
});
