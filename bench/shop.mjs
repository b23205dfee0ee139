// What several benches need of a shop: pay-index in front of a store, its buyer, sales that wait for their notification, and those
// notifications.
import { createHash, randomBytes } from "node:crypto";
import { createGateway } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import { createPayIndex } from "@pay-index/express";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";

const key = "sandbox-hosted-key";
export const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@shop.example",
  phone: "5550100",
  country: "GB",
  ip: "192.0.2.7",
  userAgent: "Mozilla/5.0",
};

/** Its transactions are there for the shop's own write only. */
export class ShopMemory extends MemoryStore {
  orders = new Map();
  async transaction(work) {
    return work(this.orders);
  }
  async close() {
    // There is nothing to let go of.
  }
}

const stores = {
  memory: {
    open: async () => new ShopMemory(),
    onPaid: ({ payment, tx }) => void tx.set(payment.reference, true),
  },
  sqlite: {
    open: async (file) => {
      const store = sqlite(file);
      await store.transaction(async (tx) =>
        tx.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER)"),
      );
      return store;
    },
    onPaid: ({ payment, tx }) =>
      void tx
        .prepare("INSERT INTO orders (id, paid) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET paid = 1")
        .run(payment.reference),
  },
  postgres: {
    open: async (connectionString) => {
      const store = postgres(new Pool({ connectionString }));
      const createOrders = "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, paid INTEGER)";
      await store.transaction((tx) => tx.query(createOrders));
      return store;
    },
    onPaid: async ({ payment, tx }) => {
      const insert = "INSERT INTO orders (id, paid) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET paid = 1";
      await tx.query(insert, [payment.reference]);
    },
  },
};

export async function openShop(...shop) {
  return createPayIndex(await createOptions(...shop));
}

/** @param watch may put itself between pay-index and its store */
export async function createOptions(storeName, file, { watch = (store) => store, options = {} } = {}) {
  const { open, onPaid } = stores[storeName];
  return {
    gateway: "https://gateway.example",
    publicUrl: "http://shop.example/pay",
    merchants: [{ id: "10002", key }],
    sandbox: true,
    // The routes of Next.js run in production.
    sandboxInProduction: true,
    amountDue: () => ({ minor: 1999, currency: "USD" }),
    store: watch(await open(file)),
    onPaid,
    orderPage: () => "/",
    tickEvery: 0,
    ...options,
  };
}

/** Starts so many sales, and gives the path and body of the notification that each one's gateway would send. */
export async function sell(pay, count) {
  const forms = [];
  // The gateway, as far as a sale needs one: no socket, and the form is kept to make the notification from.
  globalThis.fetch = async (_url, { body }) => {
    forms.push(new URLSearchParams(body));
    return new Response(JSON.stringify({ status: 1, url: "https://gateway.example/page" }));
  };
  const money = { minor: 1999, currency: "USD" };
  for (let index = 0; index < count; index++)
    await pay.start({ variant: "hosted", reference: `order-${index}`, amount: money, buyer });
  return forms.map((form, index) => createNotification(form, index));
}

/** Returns the order port of a shop without orders: it completes the job, and the amount due is what was paid. */
export function createOrderPort(store) {
  return {
    placeOrder: ({ complete, payment }) =>
      store.transaction(async (tx) => {
        const amount = await complete(tx, async () => payment.amount, payment.reference);
        return { placed: {}, amount };
      }),
  };
}

/** A gateway on this store whose clock only the benchmark moves. */
export function openGateway(store, options = {}) {
  const shop = { now: Date.UTC(2026, 2, 1), forms: [] };
  shop.gateway = createGateway({
    options: {
      gateway: "http://gateway.test",
      publicUrl: "http://shop.test/pay",
      sandbox: true,
      merchants: [{ id: "10002", key }],
      ...options,
    },
    store,
    orders: createOrderPort(store),
    pages: { orderPage: () => "/order", retryPage: () => "/retry" },
    platform: {
      now: () => new Date(shop.now),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      randomBytes,
      fetch: async (_, { body }) => {
        shop.forms.push(new URLSearchParams(String(body)));
        return Response.json({ status: 1, url: "https://gateway.test/page" });
      },
    },
  });
  return shop;
}

/** Returns a notification like `createNotification`, as `receive` of core's gateway takes it. */
export function createReceivedNotification(form, index, more = {}) {
  const { path, body } = createNotification(form, index, more);
  const [attemptId, token] = path.split("/").slice(-2);
  const contentType = "application/x-www-form-urlencoded";
  return { attemptId, token, body: { kind: "raw", bytes: Buffer.from(body), contentType } };
}

/** Returns the notification of a sale. It reports a payment, unless `more` has other fields. */
export function createNotification(form, index, more = {}) {
  const fields = {
    memberid: "10002",
    orderid: form.get("pay_orderid"),
    amount: form.get("pay_amount"),
    true_amount: form.get("pay_amount"),
    currency: "USD",
    transaction_id: `T${index}`,
    returncode: "00",
    datetime: "20261120100000",
    ...more,
  };
  const names = Object.keys(fields).sort();
  const text = names.map((name) => `${name}=${fields[name]}&`).join("");
  const sign = createHash("md5").update(`${text}key=${key}`).digest("hex").toUpperCase();
  const path = new URL(form.get("pay_notifyurl")).pathname;
  return { path, body: new URLSearchParams({ ...fields, sign }).toString() };
}
