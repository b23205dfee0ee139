import { randomUUID } from "node:crypto";
import { ShopProcess } from "@pay-index/conformance";
import { createDatabase, type TestDatabase } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { shopTables } from "./conformance/shop-tables.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { notificationFields, signFields } from "./signed-notification.ts";
import { buyer, closeShops, TestShop } from "./test-shop.ts";

const cronSecret = "0123456789abcdef0123456789abcdef";
const withSecret = { authorization: `Bearer ${cronSecret}` };

afterEach(closeShops);

describe("the route of the cron", () => {
  test.each(["GET", "POST"])("runs the sweep for the secret: %s", async (method) => {
    const shop = await TestShop.open({ options: { cronSecret } });
    const reply = await shop.send("/pay/sweep", { method, headers: withSecret });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { payments: 0, jobs: 0, deleted: 0 }]);
  });

  test.each([
    {},
    { authorization: "Bearer undefined" },
    { authorization: cronSecret },
    { authorization: `Bearer ${cronSecret}0` },
  ])("refuses %o, and reads no store", async (headers) => {
    const shop = await TestShop.open({ options: { cronSecret } });
    shop.store.down = true;
    expect((await shop.send("/pay/sweep", { headers })).status).toBe(401);
  });

  test("does not exist without the option", async () => {
    const shop = await TestShop.open();
    expect((await shop.send("/pay/sweep", { headers: withSecret })).status).toBe(404);
  });

  test("reports a database that is away", async () => {
    const shop = await TestShop.open({ options: { cronSecret } });
    shop.store.down = true;
    expect((await shop.send("/pay/sweep", { headers: withSecret })).status).toBe(503);
    expect(shop.events).toContainEqual(expect.objectContaining({ event: "tick-failed" }));
  });
});

describe("work that takes longer than the reply", () => {
  async function openSlowShop(waitUntil: (work: Promise<unknown>) => void) {
    const shop = await TestShop.open({ options: { waitUntil, replyWithin: 0.01 } });
    const slow = Promise.withResolvers<void>();
    shop.onPaid = async ({ payment, tx }) => {
      await slow.promise;
      tx.write(() => shop.orders.push(payment.reference));
    };
    await shop.start();
    return { shop, finish: slow.resolve };
  }

  test("is passed to waitUntil, which the platform waits for", async () => {
    const works: Promise<unknown>[] = [];
    const { shop, finish } = await openSlowShop((work) => void works.push(work));
    expect((await shop.notify()).body).toBe("OK");
    expect(shop.orders).toEqual([]);
    finish();
    await Promise.all(works);
    expect(shop.orders).toEqual(["order-1"]);
  });

  test("does not fail with a waitUntil that refuses it", async () => {
    const { shop, finish } = await openSlowShop(() => {
      throw new Error("outside of a request");
    });
    finish();
    expect((await shop.notify()).body).toBe("OK");
    await expect.poll(() => shop.orders).toEqual(["order-1"]);
  });
});

describe("copies of a shop on one Postgres", () => {
  const file = new URL("./conformance/shop-process-main.ts", import.meta.url);
  const order = { tenant: "default", reference: randomUUID() };
  const gateway = new FakeGateway();
  let database: TestDatabase;
  let client: Client;

  beforeEach(async () => {
    await gateway.open();
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    for (const table of shopTables) await client.query(table);
    return async () => {
      await client.end();
      await database.drop();
      await gateway.close();
    };
  });

  async function startCopy() {
    const shop = { gateway: gateway.url, sandbox: true, acceptRawCards: true, replyWithin: 1, cronSecret };
    const settings = { ...shop, merchants: [{ id: "10002", key: "sandbox-hosted-key" }] };
    const given = { settings, database: { kind: "postgres", url: database.url } };
    const copy = await ShopProcess.start<{ readonly port: number }>(file, given);
    onTestFinished(() => copy.close());
    return { copy, origin: `http://127.0.0.1:${copy.ready.port}` };
  }

  type Copy = Awaited<ReturnType<typeof startCopy>>;

  async function startPayment({ copy, origin }: Copy): Promise<void> {
    const lines = [{ name: "Tea", price: 1999, quantity: 1 }];
    await copy.call("fill", order, { currency: "USD", lines, buyer });
    const address = `${origin}/checkout/${order.tenant}/${order.reference}`;
    const body = new URLSearchParams({ variant: "hosted" });
    const reply = await fetch(address, { method: "POST", body, redirect: "manual" });
    expect(reply.status).toBe(303);
  }

  const notification = () => new URLSearchParams(signFields(notificationFields(gateway.lastForm)));
  const notifyPath = () => new URL(gateway.lastForm.get("pay_notifyurl") ?? "").pathname;
  const sweep = async ({ origin }: Copy) =>
    (await fetch(`${origin}/pay/sweep`, { headers: withSecret })).status;
  const read = ({ copy }: Copy) => copy.call<{ orders: number; effects: number }>("read", order);

  test("one that is frozen right after its reply leaves its job to the next sweep, and places no second order later", async () => {
    // The server ends the transaction of a process that does not go on. By default, after 30 seconds.
    const { pathname } = new URL(database.url);
    await client.query(`ALTER DATABASE ${pathname.slice(1)} SET idle_in_transaction_session_timeout = 1000`);
    const [frozen, other] = await Promise.all([startCopy(), startCopy()]);
    await startPayment(frozen);
    await frozen.copy.call("hangOrder", order.reference);
    const reply = await fetch(frozen.origin + notifyPath(), { method: "POST", body: notification() });
    expect(await reply.text()).toBe("OK");
    const pid = await frozen.copy.call<number>("pid");
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => void process.kill(pid, "SIGCONT"));
    expect(await read(other)).toMatchObject({ orders: 0 });
    await other.copy.moveClock(60);
    await expect
      .poll(async () => [await sweep(other), await read(other)], { timeout: 30_000 })
      .toEqual([200, expect.objectContaining({ orders: 1, effects: 1 })]);
    process.kill(pid, "SIGCONT");
    await frozen.copy.call("endHang");
    expect(await read(other)).toMatchObject({ orders: 1, effects: 1 });
  });
});
