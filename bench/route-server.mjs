// One shop in a process of its own, for route.mjs: `pay-index` or `bare`, over `memory` or `sqlite`. It starts the sales that
// will be paid, listens, and tells the parent its port and the notifications to send.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MemoryStore } from "@pay-index/core";
import { payIndex } from "@pay-index/express";
import { sqlite } from "@pay-index/express/sqlite";
import express from "express";
import { bareMemory, bareSqlite } from "./bare-routes.mjs";

const [side, storeName, count] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const key = "sandbox-hosted-key";
const orders = new Map();
const folder = mkdtempSync(join(tmpdir(), "pay-index-bench-"));
const file = join(folder, "shop.db");

/** The gateway, as far as a sale needs one: no socket, and the form is kept to make the notification from. */
const forms = [];
globalThis.fetch = async (_url, { body }) => {
  forms.push(new URLSearchParams(body));
  return new Response(JSON.stringify({ status: 1, url: "https://gateway.example/page" }));
};

class ShopMemory extends MemoryStore {
  async transaction(work) {
    return work(orders);
  }
  async close() {
    // There is nothing to let go of.
  }
}

const store = storeName === "memory" ? new ShopMemory() : sqlite(file);
if (storeName === "sqlite")
  await store.transaction(async (tx) => tx.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER)"));

const pay = await payIndex({
  gateway: "https://gateway.example",
  publicUrl: "http://shop.example/pay",
  merchants: [{ id: "10002", key }],
  sandbox: true,
  store,
  onPaid: ({ payment, tx }) => {
    if (storeName === "memory") tx.set(payment.reference, true);
    else tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(payment.reference);
  },
  orderPage: () => "/",
  tickEvery: 0,
});

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@shop.example",
  phone: "5550100",
  country: "GB",
  ip: "192.0.2.7",
  userAgent: "Mozilla/5.0",
};
for (let index = 0; index < count; index++)
  await pay.start({
    variant: "hosted",
    reference: `order-${index}`,
    money: { minor: 1999, currency: "USD" },
    buyer,
  });
if (storeName === "sqlite")
  await store.transaction(async (tx) => {
    for (let index = 0; index < count; index++)
      tx.prepare("INSERT INTO orders (id, paid) VALUES (?, 0)").run(`order-${index}`);
  });

const notifications = forms.map((form, index) => {
  const fields = {
    memberid: "10002",
    orderid: form.get("pay_orderid"),
    amount: form.get("pay_amount"),
    true_amount: form.get("pay_amount"),
    currency: "USD",
    transaction_id: `T${index}`,
    returncode: "00",
    datetime: "20261120100000",
  };
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  const sign = createHash("md5").update(`${text}key=${key}`).digest("hex").toUpperCase();
  return {
    path: new URL(form.get("pay_notifyurl")).pathname,
    body: new URLSearchParams({ ...fields, sign }).toString(),
  };
});

const app = express();
if (side === "pay-index") app.use("/pay", pay.router);
else if (storeName === "memory") bareMemory(app, store, orders);
else {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  bareSqlite(app, database);
}

const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port, notifications }));
process.on("disconnect", () => process.exit());
process.on("message", async (message) => {
  if (message === "time") {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system });
    return;
  }
  const paid = (reference) => pay.status({ reference }).then(({ state }) => state === "paid");
  const states =
    side === "pay-index" ? await Promise.all(notifications.map((_, index) => paid(`order-${index}`))) : [];
  rmSync(folder, { recursive: true });
  process.send({ unpaid: states.filter((state) => !state).length }, () => process.exit());
});
