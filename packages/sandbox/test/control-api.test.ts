import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { EventBroadcaster } from "../src/control/event-broadcaster.ts";
import { createEventStream } from "../src/control/event-stream.ts";
import { createControlClient, type SandboxEvent } from "../src/control-client.ts";
import { listen, readPort } from "../src/server/listen.ts";
import { open, submit } from "./helpers/buyer.ts";
import {
  cardFields,
  failedCard,
  merchantByVariant,
  plan,
  postSale,
  saleOf,
  sellSigned,
  signSale,
} from "./helpers/sale.ts";
import { setUpSandbox } from "./helpers/set-up-sandbox.ts";

it("settles a pending order without its page, and settles it again", async () => {
  const { desk, sell, told } = await setUpSandbox();
  await sell("P", {}, "hosted");
  expect((await desk.settle("P", { outcome: "failed", reason: "the bank said no" })).failure).toBe(
    "the bank said no",
  );
  expect((await desk.nextDelivery("P")).returncode).toBe("2");
  expect((await desk.settle("P", { outcome: "paid" })).state).toBe("paid");
  expect((await desk.nextDelivery("P")).returncode).toBe("00");
  await desk.settle("P", { outcome: "failed", transaction: "same" });
  await desk.nextDelivery("P");
  const [first, second, third] = told().map(({ transaction_id }) => transaction_id);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(told().map(({ true_amount }) => true_amount)).toEqual(["0.00", "42.50", "0.00"]);
});

it("pays a paid order again, closes a pending one, and refuses what the state does not allow", async () => {
  const { desk, sell, told } = await setUpSandbox();
  await sell("A");
  await desk.nextDelivery("A");
  await desk.payAgain("A");
  await desk.nextDelivery("A");
  expect(new Set(told().map(({ transaction_id }) => transaction_id)).size).toBe(2);
  await expect(desk.settle("A", { outcome: "paid" })).rejects.toMatchObject({ code: "wrong_state" });
  await expect(desk.closeOrder("A")).rejects.toMatchObject({ code: "wrong_state" });
  await sell("B", {}, "hosted");
  await expect(desk.payAgain("B")).rejects.toMatchObject({ code: "wrong_state" });
  await expect(desk.notify("B")).rejects.toMatchObject({ code: "wrong_state" });
  expect((await desk.closeOrder("B")).state).toBe("closed");
  await desk.nextDelivery("B");
  expect(told().at(-1)).toMatchObject({ orderid: "B", returncode: "2", true_amount: "0.00" });
});

it.each([
  (desk: Desk) => desk.story("none"),
  (desk: Desk) => desk.settle("none", { outcome: "paid" }),
  (desk: Desk) => desk.closeOrder("none"),
  (desk: Desk) => desk.payAgain("none"),
  (desk: Desk) => desk.notify("none"),
  (desk: Desk) => desk.story("K", { merchant: "10002" }),
])("says that there is no such order: %s", async (ask) => {
  const { desk, sandbox, sell } = await setUpSandbox();
  await sell("K");
  for (const one of [desk, sandbox]) await expect(ask(one)).rejects.toMatchObject({ code: "unknown_order" });
});

type Desk = ReturnType<typeof createControlClient>;

it("pages through orders, the latest first", async () => {
  const { desk, sell } = await setUpSandbox();
  for (const order of ["1", "2", "3", "4", "5"]) await sell(order, {}, "hosted");
  const first = await desk.latestOrders({ limit: 2 });
  expect([first.orders.map(({ orderId }) => orderId), first.total]).toEqual([["5", "4"], 5]);
  const second = await desk.latestOrders({ limit: 2, before: first.before! });
  const third = await desk.latestOrders({ limit: 2, before: second.before! });
  expect([...second.orders, ...third.orders].map(({ orderId }) => orderId)).toEqual(["3", "2", "1"]);
  expect(third).not.toHaveProperty("before");
});

it("hands every delivery out once to each client, and waits for one that is to come", async () => {
  const { desk, sandbox, sell } = await setUpSandbox();
  const early = [desk.nextDelivery("Q"), desk.nextDelivery("Q")];
  await sell("Q");
  await desk.notify("Q", { copies: 1 });
  expect((await Promise.all(early)).map(({ number }) => number)).toEqual([1, 2]);
  const other = createControlClient(sandbox.url);
  expect((await other.nextDelivery("Q")).number).toBe(1);
  await expect(desk.nextDelivery("Q", { timeout: 50 })).rejects.toMatchObject({ code: "timed_out" });
  await expect(sandbox.nextDelivery("none", { timeout: 10 })).rejects.toMatchObject({ code: "timed_out" });
});

it("waits for as long as it is told, to the fraction of a millisecond and beyond what a timer holds", async () => {
  const { desk, sandbox, sell } = await setUpSandbox();
  const late = { code: "timed_out" };
  for (const one of [desk, sandbox]) {
    await expect(one.nextDelivery("W", { timeout: 5.5 })).rejects.toMatchObject(late);
  }
  // 1.001 seconds are no whole number of milliseconds to a computer, 0.0005 are none at all
  for (const wait of ["1.001", "0.0005"]) {
    const answer = await fetch(`${sandbox.url}/_sandbox/orders/W/deliveries/next?wait=${wait}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, late]);
  }
  const patient = [desk, sandbox].map((one) => one.nextDelivery("W", { timeout: 2 ** 31 }));
  await sell("W");
  expect((await Promise.all(patient)).map(({ number }) => number)).toEqual([1, 1]);
});

it("ends a wait in its time although an earlier one has no end, and leaves the delivery to that", async () => {
  const { desk, sandbox, sell } = await setUpSandbox();
  for (const one of [desk, sandbox]) {
    const order = one === desk ? "LINE-1" : "LINE-2";
    const endless = one.nextDelivery(order);
    await expect(one.nextDelivery(order, { timeout: 20 })).rejects.toMatchObject({ code: "timed_out" });
    const third = one.nextDelivery(order);
    await sell(order);
    await desk.notify(order);
    expect([(await endless).number, (await third).number]).toEqual([1, 2]);
  }
});

it("never moves its clock back, and moves it from one due thing to the next", async () => {
  const { desk, sell, told, sandbox } = await setUpSandbox({}, (response) => void response.end("no"));
  await sell("C");
  await desk.nextDelivery("C");
  const before = await desk.clock();
  expect(before).toMatchObject({ frozen: true, planned: 1 });
  await expect(desk.moveTo("2020-01-01T00:00:00Z")).rejects.toMatchObject({ code: "clock_backwards" });
  await expect(desk.advance({ seconds: -1 })).rejects.toMatchObject({ code: "clock_backwards" });
  await expect(sandbox.advance({ days: 99_999 })).rejects.toMatchObject({ code: "bad_request" });
  expect((await desk.clock()).now).toBe(before.now);
  const after = await desk.moveTo(new Date(Date.parse(before.now) + 31_000));
  expect(Date.parse(after.now) - Date.parse(before.now)).toBe(31_000);
  const at = (await desk.story("C")).deliveries.map((delivery) => Date.parse(delivery.at));
  expect(at.map((time) => time - at[0]!)).toEqual([0, 10_000, 30_000]);
  expect(new Set(told().map(({ datetime }) => datetime)).size).toBe(3);
  expect((await desk.freeze(false)).frozen).toBe(false);
});

it("runs what is due in order when moves come together", async () => {
  const { desk, sell, told } = await setUpSandbox();
  await desk.setFaults({ of: "next" }, [{ kind: "delay", seconds: 50 }]);
  await sell("LATE");
  await desk.setFaults({ of: "next" }, [{ kind: "delay", seconds: 20 }]);
  await sell("SOON");
  await Promise.all([desk.advance({ seconds: 40 }), desk.advance({ seconds: 40 })]);
  expect(told().map(({ orderid }) => orderid)).toEqual(["SOON", "LATE"]);
});

it("stands still after a move during which it was told to", async () => {
  let froze: Promise<unknown> | undefined;
  const { sandbox, desk, sell } = await setUpSandbox({ frozen: false }, (response) => {
    froze = sandbox.freeze();
    response.end("OK");
  });
  await desk.setFaults({ of: "next" }, [{ kind: "delay", seconds: 600 }]);
  await sell("STILL");
  await sandbox.advance({ seconds: 700 });
  await froze;
  expect((await desk.clock()).frozen).toBe(true);
});

it("charges every cycle of a plan, on its day, and then no more (PLAN-COUNT, NOT-SUBSCRIPTION)", async () => {
  const { sandbox, desk, sell, told } = await setUpSandbox();
  await sandbox.moveTo("2091-01-31T10:00:00Z");
  const subscription_plan = JSON.stringify({ ...plan, first_period_amount: "1.00", total_count: 4 });
  await sell("Y", { subscription_plan }, "subscription");
  await desk.nextDelivery("Y");
  await desk.advance({ days: 120 });
  expect(told().map((fields) => [fields.payment_period_count, fields.true_amount, fields.datetime])).toEqual([
    ["1", "1.00", "20910131100000"],
    ["2", "42.50", "20910228100000"],
    ["3", "42.50", "20910331100000"],
    ["4", "42.50", "20910430100000"],
  ]);
  expect(new Set(told().map(({ transaction_id }) => transaction_id)).size).toBe(4);
  expect(new Set(told().map(({ payment_transaction_id }) => payment_transaction_id)).size).toBe(1);
  expect((await desk.story("Y")).timeline.at(-3)).toMatchObject({ type: "subscription_closed", by: "plan" });
});

it("charges a plan on its days, and closes it, whatever its first cycle became later", async () => {
  const { sandbox, desk, sell } = await setUpSandbox();
  await sandbox.moveTo("2091-01-15T10:00:00Z");
  await sell("AGAIN", { subscription_plan: JSON.stringify(plan) }, "subscription");
  await desk.advance({ days: 40 });
  await desk.payAgain("AGAIN");
  await desk.settle("AGAIN", { outcome: "failed" });
  await desk.advance({ days: 40 });
  const { timeline } = await desk.story("AGAIN");
  const due = timeline.flatMap((event) => (event.type === "cycle_planned" ? [event.dueAt.slice(0, 10)] : []));
  expect(due).toEqual(["2091-02-15", "2091-03-15", "2091-04-15"]);
  await desk.closeOrder("AGAIN");
  expect((await desk.clock()).planned).toBe(1);
  await expect(desk.closeOrder("AGAIN")).rejects.toMatchObject({ code: "wrong_state" });
});

it("books a year of weekly billing at once, and delivers it afterwards (NOT-SUBSCRIPTION)", async () => {
  const { desk, sell, told } = await setUpSandbox();
  const subscription_plan = JSON.stringify({ ...plan, plan_type: "weekly" });
  for (let number = 0; number < 10; number++) await sell(`Y${number}`, { subscription_plan }, "subscription");
  await expect.poll(async () => (await desk.clock()).undelivered).toBe(0);
  const { undelivered } = await desk.advance({ days: 365 }, { deliveries: "later" });
  // none of them could be sent while all of it was booked
  expect(undelivered).toBe(51 * 10);
  await expect.poll(async () => (await desk.clock()).undelivered, { timeout: 20_000 }).toBe(0);
  const cycles = told().map(({ orderid, payment_period_count }) => `${orderid} ${payment_period_count}`);
  expect([cycles.length, new Set(cycles).size]).toEqual([520, 520]);
}, 30_000);

it("closes a subscription, and says so with enabled 0 (NOT-ENABLED)", async () => {
  const { desk, sell, told } = await setUpSandbox();
  await sell("Y", { subscription_plan: JSON.stringify(plan) }, "subscription");
  await desk.nextDelivery("Y");
  await desk.closeOrder("Y");
  await desk.advance({ days: 400 });
  expect(told().map(({ enabled, returncode }) => [enabled, returncode])).toEqual([
    [undefined, "00"],
    ["0", "00"],
  ]);
});

it("gives up an order that nobody pays", async () => {
  const { desk, sell, told } = await setUpSandbox({ expireAfter: 60_000 });
  const { url } = await sell("E", {}, "hosted");
  await desk.advance({ minutes: 1 });
  expect(await desk.story("E")).toMatchObject({ state: "closed", failure: "nobody paid in time" });
  expect(told()).toMatchObject([{ returncode: "2" }]);
  expect((await open(url!)).html).toContain("not paid");
});

it.each([
  [
    "four_decimals",
    (told: Told) => expect(told).toMatchObject({ amount: "42.5000", true_amount: "42.5000" }),
  ],
  ["utc_plus_8", (told: Told) => expect(told.datetime).toBe("20910101180000")],
  ["attach_signed", (told: Told) => expect(told).toMatchObject({ attach: "sandbox" })],
  ["nine_field_sign", (told: Told) => expect(told).not.toHaveProperty("extra")],
] as const)("notifies with the quirk %s", async (profile, holds) => {
  const { sandbox, desk, sell, told } = await setUpSandbox();
  await sandbox.moveTo("2091-01-01T10:00:00Z");
  expect(await desk.setQuirks(profile, { merchant: "10001" })).toMatchObject({
    profile: "none",
    merchants: { 10001: profile },
  });
  await sell("Q");
  await desk.nextDelivery("Q");
  holds(told()[0] ?? {});
});

type Told = Record<string, string>;

it("encodes its answer twice, and sends the buyer back by a form, when it is told to", async () => {
  const { sandbox, desk } = await setUpSandbox();
  await desk.setQuirks("double_encoded");
  const fields = signSale(saleOf("hosted", { pay_orderid: "D" }), merchantByVariant.hosted.key);
  const answer = (await postSale(sandbox.url, fields)) as unknown;
  expect(JSON.parse(String(answer))).toMatchObject({ status: 1 });
  await desk.setQuirks("post_return");
  const { url } = await sellSigned(sandbox.url, "apm", { pay_orderid: "F", pay_method: "ideal" });
  const page = await submit(url!, { verdict: "approve" });
  expect(page.status).toBe(200);
  expect(page.html).toContain('<form method="post" action="http://127.0.0.1:9/return">');
  expect(page.html).toContain('<input type="hidden" name="paymentStatus" value="succeeded"/>');
  await expect(desk.setQuirks("none", { merchant: "9" })).rejects.toMatchObject({ code: "unknown_merchant" });
  await expect(desk.setQuirks("odd" as never)).rejects.toMatchObject({ code: "bad_request" });
});

it("keeps the last refusals, masked, with the reason for a wrong sign", async () => {
  const { sandbox, desk } = await setUpSandbox();
  const fields = saleOf("card", { pay_orderid: "W", pay_telephone: "4242 4242 4242 4242" });
  await postSale(sandbox.url, { ...signSale(fields, "sandbox-hosted-key"), ...fields });
  const [refusal] = await desk.refusals();
  expect(refusal).toMatchObject({
    orderId: "W",
    merchantId: "10001",
    message: expect.stringContaining("pay_md5sign"),
    fields: { pay_cardno: "•••• 4242", pay_cardcvv: "•••", pay_telephone: "[digits]" },
    signature: { explained: { mistakes: [{ rule: "SIG-KEY" }] } },
  });
  expect(JSON.stringify(refusal)).not.toMatch(/4242424|sandbox-(card|hosted)-key/);
  for (let count = 0; count < 60; count += 1) await postSale(sandbox.url, { pay_memberid: "10001" });
  expect(await desk.refusals()).toHaveLength(50);
});

it("masks what looks like a card in any field, also when the sale has none", async () => {
  const { desk, sell } = await setUpSandbox();
  await sell("H", { pay_telephone: "4000-0000-0000-1018", pay_city: "no card: 20261120100000" }, "hosted");
  const [submitted] = (await desk.story("H")).timeline;
  expect(submitted).toMatchObject({
    fields: { pay_telephone: "[digits]", pay_city: "no card: 20261120100000" },
  });
});

it("tells everything as it happens, until the client goes away", async () => {
  const { desk, sell } = await setUpSandbox();
  const gone = new AbortController();
  const lines: SandboxEvent[] = [];
  const listening = (async () => {
    for await (const event of desk.events({ signal: gone.signal })) {
      lines.push(event);
      if (event.type === "faults") gone.abort();
    }
  })();
  await listens(desk);
  await sell("EV", cardFields(failedCard));
  await desk.nextDelivery("EV");
  await desk.advance({ seconds: 1 });
  await desk.setFaults({ of: "all" }, [{ kind: "drop" }]);
  await listening;
  expect(lines.map((event) => (event.type === "order" ? event.event.type : event.type))).toEqual(
    expect.arrayContaining(["submitted", "settled", "answered", "delivery_begun", "delivery_ended", "clock"]),
  );
  expect(lines.every(({ says }) => !says.includes("\n"))).toBe(true);
  // and the sandbox goes on
  await desk.clearFaults();
  await sell("EV2");
  expect((await desk.nextDelivery("EV2")).outcome).toBe("ok");
});

/** The request for events is on its way first, so one that is answered after it was sent later. */
async function listens(desk: Desk): Promise<void> {
  await desk.clock();
  await desk.clock();
}

it("drops a listener that is a thousand lines behind, and keeps nothing for it", async () => {
  const hub = new EventBroadcaster(() => 0);
  const slow = hub.stream();
  const quick: number[] = [];
  hub.listen(({ number }) => quick.push(number));
  for (let count = 0; count < 1500; count += 1) hub.tell({ type: "trouble", says: "x" });
  expect(quick).toHaveLength(1500);
  expect((await slow.next()).done).toBe(true);
});

it("cuts a client that reads nothing once it is a thousand lines behind", async () => {
  const hub = new EventBroadcaster(() => 0);
  const app = new Hono<{ Bindings: HttpBindings }>().get("/", (c) => createEventStream(c, hub));
  const server = await listen(app, "127.0.0.1", 0);
  const accepted = once(server, "connection");
  const client = connect(readPort(server), "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await once(client, "readable");
  const [line] = (await accepted) as [Socket];
  const cut = once(line, "close");
  // more than the network holds for it
  const says = "x".repeat(64 * 1024);
  for (let count = 0; count < 1300 && !line.destroyed; count += 1) {
    hub.tell({ type: "trouble", says });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await cut;
  // and nobody is left to close
  await new Promise((resolve) => server.close(resolve));
  client.destroy();
});

it("ends every stream when it is closed", async () => {
  const { sandbox, desk } = await setUpSandbox();
  const ended = (async () => {
    for await (const event of desk.events()) void event;
  })();
  await listens(desk);
  await sandbox.close();
  await ended.catch(() => undefined);
});

it("survives control clients that go away in the middle", async () => {
  const { sandbox, desk, sell } = await setUpSandbox();
  for (const request of [
    "GET /_sandbox/events HTTP/1.1",
    "GET /_sandbox/orders/none/deliveries/next?wait=30 HTTP/1.1",
    "POST /_sandbox/clock HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 99",
  ]) {
    const socket = connect(sandbox.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(`${request}\r\nhost: 127.0.0.1:${sandbox.port}\r\n\r\n`);
    await desk.clock();
    socket.destroy();
  }
  await sell("AFTER");
  expect((await desk.nextDelivery("AFTER")).outcome).toBe("ok");
});

function call(url: string, path: string, init: RequestInit) {
  return fetch(`${url}/_sandbox/${path}`, init).then(async (response) => ({
    status: response.status,
    ...((await response.json()) as { code: string; error: string }),
  }));
}

const json = { "content-type": "application/json" };

it.each([
  ["orders/A/settle", "POST", { body: "outcome=paid" }, 400, "content type"],
  [
    "orders/A/settle",
    "POST",
    { body: '{"outcome":"paid"}', headers: { "content-type": "text/plain" } },
    400,
    "content type",
  ],
  ["orders/A/settle", "POST", { body: "{", headers: json }, 400, "JSON object"],
  ["orders/A/settle", "POST", { body: "[]", headers: json }, 400, "JSON object"],
  ["orders/A/settle", "POST", { body: '{"outcome":"perhaps"}', headers: json }, 400, "outcome"],
  ["orders/A/settle", "POST", { body: '{"outcome":"paid","x":1}', headers: json }, 400, "x"],
  [
    "orders/A/settle",
    "POST",
    { body: `{"reason":"${"x".repeat(70_000)}"}`, headers: json },
    400,
    "too large",
  ],
  ["orders/A/notify", "POST", { body: '{"copies":101}', headers: json }, 400, "copies"],
  ["orders/A/settle", "POST", { body: '{"outcome":"paid","merchant":{}}', headers: json }, 400, "merchant"],
  ["orders/A/notify", "POST", { body: '{"merchant":"10002"}', headers: json }, 400, "merchant"],
  [
    "orders/A/settle",
    "POST",
    { body: '{"outcome":"failed","reason":"a\\nb"}', headers: json },
    400,
    "reason",
  ],
  ["orders/A/close", "POST", { body: '{"reason":"x"}', headers: json }, 400, "reason"],
  ["orders/A/pay-again", "POST", { body: '{"copies":2}', headers: json }, 400, "copies"],
  ["clock", "POST", { body: "{}", headers: json }, 400, "advance"],
  ["clock", "POST", { body: '{"advance":1,"frozen":true}', headers: json }, 400, ""],
  ["clock", "POST", { body: '{"to":"tomorrow"}', headers: json }, 400, "to"],
  ["faults", "PUT", { body: '{"faults":[]}', headers: json }, 400, "scope"],
  // The answer lists every kind, to the last one.
  [
    "faults",
    "PUT",
    { body: '{"scope":{"of":"next"},"faults":[{"kind":"none"}]}', headers: json },
    400,
    "'charge_after_closing'",
  ],
  ["orders?limit=0", "GET", {}, 400, "limit"],
  ["orders?limit=many", "GET", {}, 400, "limit"],
  ["elsewhere", "GET", {}, 404, "resource"],
] as [string, string, RequestInit, number, string][])(
  "refuses %s by %s %o",
  async (...[path, method, init, status, says]) => {
    const { sandbox, sell } = await setUpSandbox();
    await sell("A", {}, "hosted");
    const answer = await call(sandbox.url, path, { method, ...init });
    expect(answer).toMatchObject({ status, error: expect.stringContaining(says) });
    expect(answer.error).not.toContain("\n");
    expect(sandbox.order("A")?.state).toBe("pending");
  },
);

it("refuses every write that a page of another site could send", async () => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("A", {}, "hosted");
  const body = '{"outcome":"paid"}';
  for (const headers of [
    { origin: "http://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ]) {
    const init = { method: "POST", body, headers: { ...json, ...headers } as Record<string, string> };
    expect(await call(sandbox.url, "orders/A/settle", init)).toMatchObject({
      status: 403,
      code: "forbidden",
    });
  }
  expect(sandbox.order("A")?.state).toBe("pending");
});

it("takes no odd value for none in a client either", async () => {
  const { desk, sandbox } = await setUpSandbox();
  for (const one of [desk, sandbox]) {
    const bad = { name: "SandboxError", code: "bad_request" };
    await expect(one.setQuirks("utc_plus_8", { merchant: "" })).rejects.toMatchObject(bad);
    await expect(one.moveTo(new Date(Number.NaN))).rejects.toMatchObject(bad);
  }
  expect((await desk.quirks()).profile).toBe("none");
  for (const address of ["127.0.0.1:4400", "localhost:4400"]) {
    await expect(createControlClient(address).clock()).rejects.toMatchObject({
      code: "unreachable",
      message: `no sandbox answers at ${address}: its address begins with http://`,
    });
  }
});

it("tells a client what is wrong with the other end", async () => {
  const { shop, sandbox } = await setUpSandbox();
  await expect(createControlClient("http://127.0.0.1:1").clock()).rejects.toMatchObject({
    code: "unreachable",
    message: "no sandbox answers at http://127.0.0.1:1",
  });
  await expect(createControlClient(new URL(shop.notifyUrl).origin).clock()).rejects.toMatchObject({
    code: "unreachable",
  });
  await sandbox.close();
  await expect(createControlClient(sandbox.url).clock()).rejects.toMatchObject({ code: "unreachable" });
});
