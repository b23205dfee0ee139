import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { EventBroadcaster } from "../../src/control/event-broadcaster.ts";
import { createEventStream } from "../../src/control/event-stream.ts";
import { createControlClient, type SandboxEvent } from "../../src/control-client.ts";
import { listen, readListeningPort } from "../../src/server/listen.ts";
import { open, submit } from "../fixtures/buyer.ts";
import { cardFields, failedCard, plan, postSale, saleOf, signSale } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

it("sets the outcome of a pending order without its page, and can change it", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await sell("P", {}, "hosted");
  expect((await control.resolve("P", { outcome: "failed", reason: "the bank said no" })).failure).toBe(
    "the bank said no",
  );
  expect((await control.nextDelivery("P")).returncode).toBe("2");
  expect((await control.resolve("P", { outcome: "paid" })).state).toBe("paid");
  expect((await control.nextDelivery("P")).returncode).toBe("00");
  await control.resolve("P", { outcome: "failed", transaction: "same" });
  await control.nextDelivery("P");
  const [first, second, third] = notifications().map(({ transaction_id }) => transaction_id);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(notifications().map(({ true_amount }) => true_amount)).toEqual(["0.00", "42.50", "0.00"]);
});

it("pays a paid order again, closes a pending one, and refuses what the state does not allow", async () => {
  const { control, sell, notifications } = await setUpSandbox();
  await sell("A");
  await control.nextDelivery("A");
  await control.payAgain("A");
  await control.nextDelivery("A");
  expect(new Set(notifications().map(({ transaction_id }) => transaction_id)).size).toBe(2);
  await expect(control.resolve("A", { outcome: "paid" })).rejects.toMatchObject({ code: "wrong_state" });
  await expect(control.closeOrder("A")).rejects.toMatchObject({ code: "wrong_state" });
  await sell("B", {}, "hosted");
  await expect(control.payAgain("B")).rejects.toMatchObject({ code: "wrong_state" });
  await expect(control.notify("B")).rejects.toMatchObject({ code: "wrong_state" });
  expect((await control.closeOrder("B")).state).toBe("closed");
  await control.nextDelivery("B");
  expect(notifications().at(-1)).toMatchObject({ orderid: "B", returncode: "2", true_amount: "0.00" });
});

it.each([
  (control: ControlClient) => control.orderDetails("none"),
  (control: ControlClient) => control.resolve("none", { outcome: "paid" }),
  (control: ControlClient) => control.closeOrder("none"),
  (control: ControlClient) => control.payAgain("none"),
  (control: ControlClient) => control.notify("none"),
  (control: ControlClient) => control.orderDetails("K", { merchant: "10002" }),
])("answers that the order does not exist: %s", async (ask) => {
  const { control, sandbox, sell } = await setUpSandbox();
  await sell("K");
  for (const one of [control, sandbox])
    await expect(ask(one)).rejects.toMatchObject({ code: "unknown_order" });
});

type ControlClient = ReturnType<typeof createControlClient>;

it("returns each delivery once to each client, and waits for the next one", async () => {
  const { control, sandbox, sell } = await setUpSandbox();
  const early = [control.nextDelivery("Q"), control.nextDelivery("Q")];
  await sell("Q");
  await control.notify("Q", { copies: 1 });
  expect((await Promise.all(early)).map(({ number }) => number)).toEqual([1, 2]);
  const other = createControlClient(sandbox.url);
  expect((await other.nextDelivery("Q")).number).toBe(1);
  await expect(control.nextDelivery("Q", { timeout: 50 })).rejects.toMatchObject({ code: "timed_out" });
  await expect(sandbox.nextDelivery("none", { timeout: 10 })).rejects.toMatchObject({ code: "timed_out" });
});

it("waits for the requested time, also for fractions of a millisecond and for very long times", async () => {
  const { control, sandbox, sell } = await setUpSandbox();
  const late = { code: "timed_out" };
  for (const one of [control, sandbox]) {
    await expect(one.nextDelivery("W", { timeout: 5.5 })).rejects.toMatchObject(late);
  }
  // 1.001 seconds are no whole number of milliseconds to a computer, 0.0005 are none at all
  for (const wait of ["1.001", "0.0005"]) {
    const answer = await fetch(`${sandbox.url}/_sandbox/orders/W/deliveries/next?wait=${wait}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, late]);
  }
  const patient = [control, sandbox].map((one) => one.nextDelivery("W", { timeout: 2 ** 31 }));
  await sell("W");
  expect((await Promise.all(patient)).map(({ number }) => number)).toEqual([1, 1]);
});

it("ends a wait after its time, although an earlier wait has no end and gets the delivery", async () => {
  const { control, sandbox, sell } = await setUpSandbox();
  for (const one of [control, sandbox]) {
    const order = one === control ? "LINE-1" : "LINE-2";
    const endless = one.nextDelivery(order);
    await expect(one.nextDelivery(order, { timeout: 20 })).rejects.toMatchObject({ code: "timed_out" });
    const third = one.nextDelivery(order);
    await sell(order);
    await control.notify(order);
    expect([(await endless).number, (await third).number]).toEqual([1, 2]);
  }
});

it("never moves its clock back, and moves it from one due event to the next", async () => {
  const { control, sell, notifications, sandbox } = await setUpSandbox(
    {},
    (response) => void response.end("no"),
  );
  await sell("C");
  await control.nextDelivery("C");
  const before = await control.clock();
  expect(before).toMatchObject({ frozen: true, planned: 1 });
  await expect(control.moveTo("2020-01-01T00:00:00Z")).rejects.toMatchObject({ code: "clock_backwards" });
  await expect(control.advance({ seconds: -1 })).rejects.toMatchObject({ code: "clock_backwards" });
  await expect(sandbox.advance({ days: 99_999 })).rejects.toMatchObject({ code: "bad_request" });
  expect((await control.clock()).now).toBe(before.now);
  const after = await control.moveTo(new Date(Date.parse(before.now) + 31_000));
  expect(Date.parse(after.now) - Date.parse(before.now)).toBe(31_000);
  const at = (await control.orderDetails("C")).deliveries.map((delivery) => Date.parse(delivery.at));
  expect(at.map((time) => time - at[0]!)).toEqual([0, 10_000, 30_000]);
  expect(new Set(notifications().map(({ datetime }) => datetime)).size).toBe(3);
  expect((await control.freeze(false)).frozen).toBe(false);
});

it("keeps a clock frozen that is frozen during an advance", async () => {
  let froze: Promise<unknown> | undefined;
  const { sandbox, control, sell } = await setUpSandbox({ frozen: false }, (response) => {
    froze = sandbox.freeze();
    response.end("OK");
  });
  await control.setFaults({ of: "next" }, [{ kind: "delay", seconds: 600 }]);
  await sell("STILL");
  await sandbox.advance({ seconds: 700 });
  await froze;
  expect((await control.clock()).frozen).toBe(true);
});

it("charges every cycle of a plan on its day, and no cycle after the last (PLAN-COUNT, NOT-SUBSCRIPTION)", async () => {
  const { sandbox, control, sell, notifications } = await setUpSandbox();
  await sandbox.moveTo("2091-01-31T10:00:00Z");
  const subscription_plan = JSON.stringify({ ...plan, first_period_amount: "1.00", total_count: 4 });
  await sell("Y", { subscription_plan }, "subscription");
  await control.nextDelivery("Y");
  await control.advance({ days: 120 });
  expect(
    notifications().map((fields) => [fields.payment_period_count, fields.true_amount, fields.datetime]),
  ).toEqual([
    ["1", "1.00", "20910131100000"],
    ["2", "42.50", "20910228100000"],
    ["3", "42.50", "20910331100000"],
    ["4", "42.50", "20910430100000"],
  ]);
  expect(new Set(notifications().map(({ transaction_id }) => transaction_id)).size).toBe(4);
  expect(new Set(notifications().map(({ payment_transaction_id }) => payment_transaction_id)).size).toBe(1);
  expect((await control.orderDetails("Y")).timeline.at(-3)).toMatchObject({
    type: "subscription_closed",
    by: "plan",
  });
});

it("charges a plan on its days, and closes it, also if its first cycle changes later", async () => {
  const { sandbox, control, sell } = await setUpSandbox();
  await sandbox.moveTo("2091-01-15T10:00:00Z");
  await sell("AGAIN", { subscription_plan: JSON.stringify(plan) }, "subscription");
  await control.advance({ days: 40 });
  await control.payAgain("AGAIN");
  await control.resolve("AGAIN", { outcome: "failed" });
  await control.advance({ days: 40 });
  const { timeline } = await control.orderDetails("AGAIN");
  const due = timeline.flatMap((event) => (event.type === "cycle_planned" ? [event.dueAt.slice(0, 10)] : []));
  expect(due).toEqual(["2091-02-15", "2091-03-15", "2091-04-15"]);
  await control.closeOrder("AGAIN");
  // The notification of the closing is sent, and no cycle is planned.
  await expect.poll(async () => (await control.clock()).planned).toBe(0);
  await expect(control.closeOrder("AGAIN")).rejects.toMatchObject({ code: "wrong_state" });
});

it("closes an order that is not paid in time", async () => {
  const { control, sell, notifications } = await setUpSandbox({ expireAfter: 60_000 });
  const { url } = await sell("E", {}, "hosted");
  await control.advance({ minutes: 1 });
  expect(await control.orderDetails("E")).toMatchObject({ state: "closed", failure: "nobody paid in time" });
  expect(notifications()).toMatchObject([{ returncode: "2" }]);
  expect((await open(url!)).html).toContain("not paid");
});

it("notifies and answers as the quirks say, of all merchants or of one", async () => {
  const { sandbox, control, sell, notifications } = await setUpSandbox();
  await sandbox.moveTo("2091-01-01T10:00:00Z");
  const quirks = await control.setQuirks("four_decimals", { merchant: "10001" });
  expect(quirks).toMatchObject({ profile: "none", merchants: { 10001: "four_decimals" } });
  await sell("Q");
  await control.nextDelivery("Q");
  for (const profile of ["utc_plus_8", "attach_signed"] as const) {
    await control.setQuirks(profile, { merchant: "10001" });
    await control.notify("Q");
  }
  expect(notifications()).toMatchObject([
    { amount: "42.5000", true_amount: "42.5000", attach: "" },
    { datetime: "20910101180000" },
    { attach: "sandbox" },
  ]);
  await control.setQuirks("double_encoded");
  expect(JSON.parse(String(await sell("D", {}, "hosted")))).toMatchObject({ status: 1 });
  await control.setQuirks("post_return");
  const { url } = await sell("F", { pay_method: "ideal" }, "apm");
  const page = await submit(url!, { choice: "approve" });
  expect(page.html).toMatch(/<form method="post" action="http:[^"]*\/return">/);
  expect(page.html).toContain('<input type="hidden" name="paymentStatus" value="succeeded"/>');
  const unknown = { code: "unknown_merchant" };
  await expect(control.setQuirks("none", { merchant: "9" })).rejects.toMatchObject(unknown);
  await expect(control.setQuirks("odd" as never)).rejects.toMatchObject({ code: "bad_request" });
});

it("stores the last 50 refusals masked, with the reason for a wrong sign", async () => {
  const { sandbox, control } = await setUpSandbox();
  const fields = saleOf("card", { pay_orderid: "W" });
  await postSale(sandbox.url, { ...signSale(fields, "sandbox-hosted-key"), ...fields });
  expect(await control.refusals()).toMatchObject([
    {
      ...{ orderId: "W", merchantId: "10001", message: expect.stringContaining("pay_md5sign") },
      fields: { pay_cardno: "•••• 4242", pay_cardcvv: "•••" },
      signature: { explained: { mistakes: [{ rule: "SIG-KEY" }] } },
    },
  ]);
  for (let count = 0; count < 60; count += 1) await postSale(sandbox.url, { pay_memberid: "10001" });
  expect(await control.refusals()).toHaveLength(50);
});

it("streams every event as it happens, until the client disconnects", async () => {
  const { control, sell } = await setUpSandbox();
  const gone = new AbortController();
  const lines: SandboxEvent[] = [];
  const listening = (async () => {
    for await (const event of control.events({ signal: gone.signal })) {
      lines.push(event);
      if (event.type === "faults") gone.abort();
    }
  })();
  await listens(control);
  await sell("EV", cardFields(failedCard));
  await control.nextDelivery("EV");
  await control.advance({ seconds: 1 });
  await control.setFaults({ of: "all" }, [{ kind: "drop" }]);
  await listening;
  expect(lines.map((event) => (event.type === "order" ? event.event.type : event.type))).toEqual(
    expect.arrayContaining(["submitted", "decided", "answered", "delivery_begun", "delivery_ended", "clock"]),
  );
  expect(lines.every(({ says }) => !says.includes("\n"))).toBe(true);
  // and the sandbox goes on
  await control.clearFaults();
  await sell("EV2");
  expect((await control.nextDelivery("EV2")).outcome).toBe("ok");
});

/** The request for events is on its way first, so one that is answered after it was sent later. */
async function listens(control: ControlClient): Promise<void> {
  await control.clock();
  await control.clock();
}

it("disconnects a client that reads nothing once it is a thousand lines behind", async () => {
  const hub = new EventBroadcaster(() => 0);
  const app = new Hono<{ Bindings: HttpBindings }>().get("/", (c) => createEventStream(c, hub));
  const server = await listen(app, "127.0.0.1", 0);
  const accepted = once(server, "connection");
  const client = connect(readListeningPort(server), "127.0.0.1");
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

it("continues after control clients that disconnect in the middle", async () => {
  const { sandbox, control, sell } = await setUpSandbox();
  for (const request of [
    "GET /_sandbox/events HTTP/1.1",
    "GET /_sandbox/orders/none/deliveries/next?wait=30 HTTP/1.1",
    "POST /_sandbox/clock HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 99",
  ]) {
    const socket = connect(sandbox.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(`${request}\r\nhost: 127.0.0.1:${sandbox.port}\r\n\r\n`);
    await control.clock();
    socket.destroy();
  }
  await sell("AFTER");
  expect((await control.nextDelivery("AFTER")).outcome).toBe("ok");
});

it.each([
  ["orders/A/resolve", "{", "JSON object"],
  ["orders/A/resolve", "[]", "JSON object"],
  ["orders/A/resolve", '{"outcome":"perhaps"}', "outcome"],
  ["orders/A/resolve", '{"outcome":"paid","x":1}', "x"],
  ["orders/A/resolve", `{"reason":"${"x".repeat(70_000)}"}`, "too large"],
  ["orders/A/notify", '{"copies":101}', "copies"],
  ["orders/A/resolve", '{"outcome":"paid","merchant":{}}', "merchant"],
  ["orders/A/notify", '{"merchant":"10002"}', "merchant"],
  ["orders/A/resolve", '{"outcome":"failed","reason":"a\\nb"}', "reason"],
  ["orders/A/close", '{"reason":"x"}', "reason"],
  ["orders/A/pay-again", '{"copies":2}', "copies"],
  ["clock", "{}", "advance"],
  ["clock", '{"advance":1,"frozen":true}', ""],
  ["clock", '{"to":"tomorrow"}', "to"],
  ["faults", '{"faults":[]}', "scope"],
  // The answer lists every kind, to the last one.
  ["faults", '{"scope":{"of":"next"},"faults":[{"kind":"none"}]}', "'charge_after_closing'"],
  ["orders?limit=0", undefined, "limit"],
  ["orders?limit=many", undefined, "limit"],
])("refuses %s with %s", async (path, body, says) => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("A", {}, "hosted");
  const ask = async (type: string) => {
    const method = path === "faults" ? "PUT" : "POST";
    const init = body === undefined ? {} : { method, body, headers: { "content-type": type } };
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, init);
    return { status: response.status, ...((await response.json()) as { error: string }) };
  };
  const answer = await ask("application/json");
  expect(answer).toMatchObject({ status: 400, error: expect.stringContaining(says) });
  expect(answer.error).not.toContain("\n");
  // A form of a web page can send this type.
  if (body) expect(await ask("text/plain")).toMatchObject({ error: expect.stringContaining("content type") });
  expect(sandbox.order("A")?.state).toBe("pending");
});

it("the client refuses invalid values", async () => {
  const { control, sandbox } = await setUpSandbox();
  for (const one of [control, sandbox]) {
    const bad = { name: "SandboxError", code: "bad_request" };
    await expect(one.setQuirks("utc_plus_8", { merchant: "" })).rejects.toMatchObject(bad);
    await expect(one.moveTo(new Date(Number.NaN))).rejects.toMatchObject(bad);
  }
  expect((await control.quirks()).profile).toBe("none");
});

it("the client reports that no sandbox answers at its address", async () => {
  const { shop, sandbox } = await setUpSandbox();
  await sandbox.close();
  const noProtocol = ": its address begins with http://";
  for (const [address, message] of [
    ["http://127.0.0.1:1", "no sandbox answers at http://127.0.0.1:1"],
    ["127.0.0.1:4400", `no sandbox answers at 127.0.0.1:4400${noProtocol}`],
    ["localhost:4400", `no sandbox answers at localhost:4400${noProtocol}`],
    [new URL(shop.notifyUrl).origin, expect.stringMatching(/^what answers at .* is no sandbox$/)],
    [sandbox.url, `no sandbox answers at ${sandbox.url}`],
  ] as const) {
    const unreachable = { code: "unreachable", message };
    await expect(createControlClient(address).clock()).rejects.toMatchObject(unreachable);
  }
});

it("each call has its own connection, because a program that stood still would find an old one closed", async () => {
  const ports: unknown[] = [];
  const app = new Hono<{ Bindings: HttpBindings }>().all("*", (c) => {
    ports.push(c.env.incoming.socket.remotePort);
    return c.json({ faults: [] });
  });
  const server = await listen(app, "127.0.0.1", 0);
  const control = createControlClient(`http://127.0.0.1:${readListeningPort(server)}`);
  for (let call = 0; call < 3; call++) await control.faults();
  expect(new Set(ports).size).toBe(3);
  server.close();
});
