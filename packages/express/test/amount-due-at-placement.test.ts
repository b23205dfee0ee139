import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TransactionalStore } from "@pay-index/core/store";
import { createDatabase } from "@pay-index/embedded-postgres";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { Pool } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createPayIndex, type ExpressOptions, type Money, money } from "../src/index.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { notificationFields, signFields } from "./signed-notification.ts";
import { buyer, closeShops, hostedSaleInput, TestShop } from "./test-shop.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await closeShops();
  for (const close of closers.splice(0).reverse()) await close();
});

/** The orders table of a shop, in the database of its payments. */
interface Orders<Tx> {
  readonly store: TransactionalStore<Tx>;
  total(tx: Tx, id: string): Promise<number | undefined>;
  pay(tx: Tx, id: string): Promise<void>;
  setTotal(id: string, total: number): Promise<void>;
  remove(id: string): Promise<void>;
  paid(id: string): Promise<number | undefined>;
}

const table = "CREATE TABLE orders (id TEXT PRIMARY KEY, total INTEGER NOT NULL, paid INTEGER NOT NULL)";

async function onSqlite(): Promise<Orders<import("node:sqlite").DatabaseSync>> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-amount-due-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const store = sqlite(join(folder, "shop.db"));
  await store.transaction(async (tx) => tx.exec(table));
  const write = (sql: string, ...values: (string | number)[]) =>
    store.transaction(async (tx) => void tx.prepare(sql).run(...values));
  return {
    store,
    total: async (tx, id) =>
      tx.prepare("SELECT total FROM orders WHERE id = ?").get(id)?.total as number | undefined,
    pay: async (tx, id) => void tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(id),
    setTotal: (id, total) => write("INSERT OR REPLACE INTO orders VALUES (?, ?, 0)", id, total),
    remove: (id) => write("DELETE FROM orders WHERE id = ?", id),
    paid: (id) =>
      store.transaction(
        async (tx) => tx.prepare("SELECT paid FROM orders WHERE id = ?").get(id)?.paid as number | undefined,
      ),
  };
}

async function onPostgres(): Promise<Orders<import("pg").PoolClient>> {
  const { url, drop } = await createDatabase();
  const pool = new Pool({ connectionString: url });
  closers.push(drop, () => pool.end());
  await pool.query(table);
  const write = async (sql: string, ...values: (string | number)[]) => void (await pool.query(sql, values));
  return {
    store: postgres(pool),
    total: async (tx, id) => (await tx.query("SELECT total FROM orders WHERE id = $1", [id])).rows[0]?.total,
    pay: async (tx, id) => void (await tx.query("UPDATE orders SET paid = 1 WHERE id = $1", [id])),
    setTotal: (id, total) =>
      write(
        "INSERT INTO orders VALUES ($1, $2, 0) ON CONFLICT (id) DO UPDATE SET total = excluded.total",
        id,
        total,
      ),
    remove: (id) => write("DELETE FROM orders WHERE id = $1", id),
    paid: async (id) => (await pool.query("SELECT paid FROM orders WHERE id = $1", [id])).rows[0]?.paid,
  };
}

describe.each([
  ["SQLite", onSqlite],
  ["Postgres", onPostgres],
] as const)("on %s", (_, open) => {
  async function shopOf() {
    const orders = (await open()) as Orders<unknown>;
    const gateway = await new FakeGateway().open();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const pay = await createPayIndex<unknown>({
      gateway: gateway.url,
      sandbox: true,
      publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`,
      merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
      store: orders.store,
      async amountDue({ reference, tx }) {
        const total = await orders.total(tx, reference);
        return total === undefined ? undefined : money(total, "USD");
      },
      onPaid: ({ payment, tx }) => orders.pay(tx, payment.reference),
      orderPage: ({ reference }) => `/orders/${reference}`,
      tickEvery: 0,
    });
    server.on("request", express().use("/pay", pay.router));
    closers.push(
      () => gateway.close(),
      async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await pay.close();
      },
    );
    /** Opens a payment page for what the order costs now. Returns how to pay it. */
    async function page(total: number): Promise<() => Promise<string>> {
      await orders.setTotal("order-1", total);
      await pay.start({ reference: "order-1", variant: "hosted", amount: money(total, "USD"), buyer });
      const form = gateway.lastForm;
      return async () => {
        const body = new URLSearchParams(signFields(notificationFields(form)));
        return (await fetch(form.get("pay_notifyurl") ?? "", { method: "POST", body })).text();
      };
    }
    const status = async () => {
      const { state, placedOrder, reviewItems } = await pay.status({ reference: "order-1" });
      return {
        state,
        placed: placedOrder,
        items: reviewItems.map(({ kind, status, problem }) => ({ kind, status, problem })),
      };
    };
    return { orders, pay, page, status };
  }

  test("an order of 9,999.00 is not placed for the 1.00 that was paid on the page of its first attempt (ENG-DUE, B-11, B-20)", async () => {
    const { orders, page, status } = await shopOf();
    const payFirstPage = await page(100);
    await page(999_900);
    expect(await payFirstPage()).toBe("OK");
    expect(await orders.paid("order-1")).toBe(0);
    expect(await status()).toEqual({
      state: "paid",
      placed: undefined,
      items: [
        {
          kind: "order-not-placed",
          status: "open",
          problem: {
            code: "order_changed",
            message:
              "The order cost 1.00 USD when the payment started, and 9999.00 USD is due now. Refund the payment, or try again when 1.00 USD is due again.",
          },
        },
      ],
    });
  });

  test("an order whose price was corrected is placed when staff retry it (ENG-DUE)", async () => {
    const { orders, pay, page, status } = await shopOf();
    const payPage = await page(100);
    await orders.setTotal("order-1", 99);
    await payPage();
    await orders.setTotal("order-1", 100);
    const [item] = await pay.reviewItems();
    expect(await pay.retryReviewItem(item?.id ?? "", { operator: { id: "1" } })).toEqual({ outcome: "done" });
    expect(await orders.paid("order-1")).toBe(1);
    expect((await status()).items).toEqual([]);
  });

  test("an order that was deleted gets a review item with the code order_missing, and stays paid (ENG-DUE, B-20)", async () => {
    const { orders, page, status } = await shopOf();
    const payPage = await page(100);
    await orders.remove("order-1");
    expect(await payPage()).toBe("OK");
    expect(await status()).toMatchObject({
      state: "paid",
      placed: undefined,
      items: [{ kind: "order-not-placed", status: "open", problem: { code: "order_missing" } }],
    });
  });

  test("an unchanged order is placed once for fifty notifications at the same moment (B-07)", async () => {
    const { orders, page, status } = await shopOf();
    const payPage = await page(100);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, payPage)))).toEqual(new Set(["OK"]));
    await expect.poll(() => orders.paid("order-1")).toBe(1);
    expect((await status()).items).toEqual([]);
  });
});

describe("the amount due", () => {
  type Answer = ExpressOptions<never>["amountDue"];

  async function paidWith(amountDue: unknown) {
    const shop = await TestShop.open({ options: { amountDue: amountDue as Answer } });
    await shop.start();
    const { status, body } = await shop.notify();
    expect(`${status} ${body}`).toBe("200 OK");
    expect([shop.calls, shop.orders]).toEqual([0, []]);
    expect(await shop.state()).toBe("paid");
    return shop;
  }

  test.each<[string, Money, string]>([
    ["more", money(2000, "USD"), "20.00 USD"],
    ["less", money(1998, "USD"), "19.98 USD"],
    ["nothing", money(0, "USD"), "0.00 USD"],
    ["another currency", money(1999, "EUR"), "19.99 EUR"],
  ])("that is %s refuses the order, and names both amounts", async (_, due, text) => {
    const shop = await paidWith(() => due);
    const [item] = await shop.pay.reviewItems();
    expect(item).toMatchObject({
      kind: "order-not-placed",
      status: "open",
      problem: { code: "order_changed" },
    });
    expect(item?.problem?.message).toContain("19.99 USD when the payment started");
    expect(item?.problem?.message).toContain(`${text} is due now`);
  });

  test.each([
    ["a float", { minor: 19.99, currency: "USD" }],
    ["a number", 1999],
    ["text", "19.99 USD"],
    ["amounts as text", { minor: "1999", currency: "USD" }],
    ["a negative amount", { minor: -1, currency: "USD" }],
    ["not a number", { minor: Number.NaN, currency: "USD" }],
    ["an unknown currency", { minor: 1999, currency: "usd" }],
    ["no currency", { minor: 1999 }],
    ["other fields", { amount: 1999, currency: "USD" }],
    ["true", true],
    ["null", null],
    ["nothing but an object", {}],
  ])("that is %s is retried later, and the event names the problem", async (_, due) => {
    const shop = await paidWith(async () => due);
    expect(await shop.pay.reviewItems()).toEqual([]);
    expect(shop.events).toContainEqual(
      expect.objectContaining({
        event: "job-postponed",
        error: {
          code: "money_invalid",
          message: expect.stringContaining("The shop returned an invalid amount due"),
        },
      }),
    );
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("the price service is down");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the price service is down"))],
  ])(
    "of a function that %s is retried later, and the order is placed once the function answers",
    async (_, fails) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      let amountDue: () => unknown = fails;
      const shop = await paidWith(() => amountDue());
      expect(shop.events).toContainEqual(
        expect.objectContaining({
          event: "job-postponed",
          error: { code: "error", message: "the price service is down" },
        }),
      );
      amountDue = () => money(1999, "USD");
      vi.setSystemTime(Date.now() + 60_000);
      await shop.pay.sweep();
      expect(shop.orders).toEqual(["order-1"]);
    },
  );

  test("that stays invalid opens a review item after ten tries, and the order is not placed", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const shop = await paidWith(() => 19.99);
    for (let tries = 1; tries < 10; tries++) {
      expect(await shop.pay.reviewItems()).toEqual([]);
      vi.setSystemTime(Date.now() + 2 * 3_600_000);
      await shop.pay.sweep();
    }
    expect((await shop.pay.reviewItems()).filter(({ kind }) => kind === "order-not-placed")).toMatchObject([
      { status: "open", problem: { code: "money_invalid" } },
    ]);
    expect([shop.calls, await shop.state()]).toEqual([0, "paid"]);
  });

  test("is calculated by reference and tenant, in the transaction that onPaid gets", async () => {
    const asked: unknown[] = [];
    const told: unknown[] = [];
    const shop = await TestShop.open({
      options: {
        amountDue: ({ tx, ...of }) => {
          asked.push(of, tx);
          return money(1999, "USD");
        },
      },
    });
    shop.onPaid = ({ tx }) => void told.push(tx);
    await shop.start(hostedSaleInput("order-7"));
    await shop.notify();
    expect(asked[0]).toEqual({ reference: "order-7", tenant: "default" });
    expect(asked[1]).toBe(told[0]);
  });
});
