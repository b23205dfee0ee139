import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createDatabase, findFreePort, type TestDatabase } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationFields, signFields } from "../../packages/express/test/signed-notification.ts";

const key = "sandbox-card-key";
const refunds = 50;

let database: TestDatabase;
let gateway: Server;
const shops: { readonly process: ChildProcess; readonly origin: string }[] = [];
let sale = new URLSearchParams();
/** The amounts of the refunds that the gateway got. It takes every refund, so that only the shop knows the limit. */
let taken: number[] = [];

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    if (form.has("pay_notifyurl")) {
      sale = form;
      response.end('{"status":1,"url":"https://gateway.example/page/7"}');
      return;
    }
    taken.push(Number(form.get("refund_amount")));
    const reply = {
      memberid: form.get("pay_memberid") ?? "",
      orderid: form.get("pay_orderid") ?? "",
      transaction_id: form.get("transaction_id") ?? "",
      ...{ currency: "USD", refund_orderid: `R-${taken.length}`, returncode: "00" },
      refund_amount: form.get("refund_amount") ?? "",
    };
    response.end(JSON.stringify(signFields(reply, key)));
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  database = await createDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("CREATE TABLE effects (reference TEXT NOT NULL)");
  await client.end();
  shops.push(...(await Promise.all([startShop(), startShop()])));
});

afterAll(async () => {
  for (const shop of shops) shop.process.kill("SIGKILL");
  await database.drop();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

async function startShop() {
  const port = await findFreePort();
  const child = fork(new URL("../faults/crashing-shop-process.ts", import.meta.url), {
    execPath: process.execPath,
    execArgv: [],
    env: {
      ...process.env,
      SHOP_DB: database.url,
      SHOP_PORT: String(port),
      GATEWAY: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    },
  });
  await once(child, "message");
  return { process: child, origin: `http://127.0.0.1:${port}` };
}

async function payOrder(reference: string): Promise<void> {
  await fetch(`${shops[0]?.origin}/start/${reference}`, { method: "POST" });
  const body = new URLSearchParams(signFields(notificationFields(sale, {}), key));
  const reply = await fetch(sale.get("pay_notifyurl") ?? "", { method: "POST", body });
  expect(await reply.text()).toBe("OK");
}

test(`${refunds} refunds of one payment at the same time, in two processes on one Postgres, give back no more than was paid (RFD-LIMIT)`, async () => {
  const reference = "order-1";
  await payOrder(reference);
  taken = [];
  const asked = Array.from({ length: refunds }, async (_, index) => {
    const url = `${shops[index % shops.length]?.origin}/refund/${reference}/key-${index}/100`;
    return (await (await fetch(url, { method: "POST" })).json()) as { state: string };
  });
  const states = (await Promise.all(asked)).map(({ state }) => state).sort();
  // 19.99 USD were paid: 19 refunds of 1.00 fit.
  expect(states).toEqual([
    ...Array<string>(19).fill("accepted"),
    ...Array<string>(31).fill("refund_invalid"),
  ]);
  expect(taken).toEqual(Array<number>(19).fill(1));
}, 120_000);

test("the same refund at the same time, in two processes, is sent once (RFD-ONCE)", async () => {
  await payOrder("order-same");
  taken = [];
  const asked = Array.from({ length: 20 }, async (_, index) => {
    const url = `${shops[index % shops.length]?.origin}/refund/order-same/key/100`;
    return (await (await fetch(url, { method: "POST" })).json()) as { state: string };
  });
  await Promise.all(asked);
  expect(taken).toEqual([1]);
}, 60_000);
