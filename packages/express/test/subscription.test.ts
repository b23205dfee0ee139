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
import { afterEach, describe, expect, test } from "vitest";
import { CardDetails, createPayIndex, type ExpressOptions, money, type PayIndex } from "../src/index.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { notificationFields, signFields } from "./signed-notification.ts";
import { buyer } from "./test-shop.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A database of a shop that keeps a diary in it. */
interface Diary<Tx> {
  readonly store: TransactionalStore<Tx>;
  note(tx: Tx, entry: string): Promise<void>;
  read(): Promise<string[]>;
}

async function onSqlite(): Promise<Diary<import("node:sqlite").DatabaseSync>> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-subscription-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const store = sqlite(join(folder, "shop.db"));
  await store.transaction(async (tx) => tx.exec("CREATE TABLE diary (entry TEXT)"));
  return {
    store,
    note: async (tx, entry) => void tx.prepare("INSERT INTO diary VALUES (?)").run(entry),
    read: () => store.transaction(async (tx) => entries(tx.prepare("SELECT entry FROM diary").all())),
  };
}

async function onPostgres(): Promise<Diary<import("pg").PoolClient>> {
  const { url, drop } = await createDatabase();
  const pool = new Pool({ connectionString: url });
  closers.push(drop, () => pool.end());
  const store = postgres(pool);
  await pool.query("CREATE TABLE diary (entry TEXT)");
  return {
    store,
    note: async (tx, entry) => void (await tx.query("INSERT INTO diary VALUES ($1)", [entry])),
    read: async () => entries((await pool.query("SELECT entry FROM diary")).rows),
  };
}

const entries = (rows: readonly Record<string, unknown>[]) => rows.map(({ entry }) => String(entry)).sort();

describe.each([
  ["SQLite", onSqlite],
  ["Postgres", onPostgres],
] as const)("on %s", (_, open) => {
  async function subscribed() {
    const diary = (await open()) as Diary<unknown>;
    const gateway = await new FakeGateway().open();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys: string[] = [];
    const told: Pick<
      ExpressOptions<unknown>,
      "onPaid" | "onRenewal" | "onSubscriptionClosed" | "onCycleFailed" | "onCycleOverdue"
    > = {
      onPaid: ({ payment, tx }) => diary.note(tx, `paid ${payment.reference}`),
      async onRenewal({ payment, subscription, cycle, key, tx }) {
        keys.push(key);
        const { minor, currency } = cycle.amount;
        await diary.note(
          tx,
          `cycle ${cycle.number} of ${payment.reference}: ${minor} ${currency}, ${cycle.transactionId}, ${subscription.gatewaySubscriptionId}`,
        );
        return undefined;
      },
      onSubscriptionClosed: ({ payment, tx }) => diary.note(tx, `closed ${payment.reference}`),
      onCycleFailed: ({ cycle, tx }) => diary.note(tx, `failed ${cycle.number} ${cycle.transactionId}`),
      onCycleOverdue: ({ cycle, tx }) => diary.note(tx, `missed ${cycle.number}`),
    };
    const pay = await createPayIndex<unknown>({
      gateway: gateway.url,
      sandbox: true,
      acceptRawCards: true,
      publicUrl: `${origin}/pay`,
      merchants: [{ id: "10004", key: "sandbox-hosted-key" }],
      store: diary.store,
      amountDue: () => money(1999, "USD"),
      onPaid: (paid) => told.onPaid(paid),
      onRenewal: (paid) => told.onRenewal?.(paid),
      onSubscriptionClosed: (closed) => told.onSubscriptionClosed?.(closed),
      onCycleFailed: (failed) => told.onCycleFailed?.(failed),
      onCycleOverdue: (missed) => told.onCycleOverdue?.(missed),
      orderPage: ({ reference }) => `/orders/${reference}`,
      tickEvery: 0,
    });
    server.on("request", express().use("/pay", pay.router));
    closers.push(
      () => pay.close(),
      () => gateway.close(),
      async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    );
    await begin(pay);
    const cycle = async (number: number, more: Record<string, string> = {}) => {
      const fields = {
        payment_transaction_id: "M1",
        payment_period_count: String(number),
        transaction_id: `T${number}`,
        ...more,
      };
      const body = new URLSearchParams(signFields(notificationFields(gateway.lastForm, fields)));
      const response = await fetch(gateway.lastForm.get("pay_notifyurl") ?? "", { method: "POST", body });
      return response.text();
    };
    return { diary, pay, told, cycle, keys };
  }

  async function begin(pay: PayIndex) {
    await pay.start({
      reference: "tea",
      variant: "subscription",
      amount: money(1999, "USD"),
      buyer,
      items: [{ name: "Tea", price: 1999, quantity: 1 }],
      card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }),
      plan: {
        id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
        name: "Tea",
        type: "weekly",
        description: "Tea each week",
        attempts: 3,
      },
    });
  }

  test("fifty copies of each cycle at once, newest first, cause one renewal in one transaction with its job (B-07, B-47)", async () => {
    const { diary, cycle, pay } = await subscribed();
    const copies = [3, 2, 1].flatMap((number) => Array<number>(50).fill(number));
    expect(new Set(await Promise.all(copies.map((number) => cycle(number))))).toEqual(new Set(["OK"]));
    await expect.poll(() => diary.read()).toHaveLength(3);
    expect(await diary.read()).toEqual([
      "cycle 2 of tea: 1999 USD, T2, M1",
      "cycle 3 of tea: 1999 USD, T3, M1",
      "paid tea",
    ]);
    expect((await pay.status({ reference: "tea" })).reviewItems).toEqual([]);
  });

  test("the writes of a renewal that throws are rolled back, and it runs again with the same key", async () => {
    const { diary, cycle, told, keys, pay } = await subscribed();
    await cycle(1);
    const { onRenewal } = told;
    told.onRenewal = async (paid) => {
      await onRenewal?.(paid);
      throw new Error("the shop is being mended");
    };
    await cycle(2);
    expect(await diary.read()).toEqual(["paid tea"]);
    told.onRenewal = onRenewal as NonNullable<typeof onRenewal>;
    expect(await pay.retryReviewItem(keys[0] ?? "", { operator: { id: "user_1" } })).toEqual({
      outcome: "done",
    });
    expect(await diary.read()).toContain("cycle 2 of tea: 1999 USD, T2, M1");
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test("a renewal that is refused opens a review item, and its cycle stays paid (ENG-PLACED)", async () => {
    const { diary, cycle, told, pay } = await subscribed();
    await cycle(1);
    told.onRenewal = async ({ tx }) => {
      await diary.note(tx, "half a renewal");
      return { refused: { code: "out_of_stock", message: "There is no tea." } };
    };
    await cycle(2);
    expect(await diary.read()).toEqual(["paid tea"]);
    const { reviewItems, attempts } = await pay.status({ reference: "tea" });
    expect(reviewItems).toMatchObject([
      { kind: "renewal-not-placed", cycle: 2, problem: { code: "out_of_stock" } },
    ]);
    expect(attempts[0]?.subscription?.cycles[1]).toMatchObject({
      number: 2,
      state: "paid",
      placedOrder: undefined,
    });
  });

  test("onSubscriptionClosed is called once, and the status has the closed subscription with its cycles (CYC-CLOSED)", async () => {
    const { diary, cycle, pay } = await subscribed();
    await cycle(1);
    await cycle(2, { enabled: "0" });
    await cycle(2, { enabled: "0", datetime: "20990101000000" });
    expect(await diary.read()).toEqual(["closed tea", "cycle 2 of tea: 1999 USD, T2, M1", "paid tea"]);
    const [attempt] = (await pay.status({ reference: "tea" })).attempts;
    expect(attempt?.subscription).toMatchObject({
      state: "closed",
      planType: "weekly",
      totalCount: 52,
      cycles: [
        { number: 1, state: "paid", transactionId: "T1", placedOrder: {} },
        { number: 2, state: "paid", transactionId: "T2", placedOrder: {} },
      ],
    });
  });

  test("fifty copies of a declined cycle cause one call in one transaction, which runs again if it throws (B-54, CYC-FAILED)", async () => {
    const { diary, cycle, told, pay } = await subscribed();
    await cycle(1);
    const { onCycleFailed } = told;
    const calls: string[] = [];
    told.onCycleFailed = async (failed) => {
      await onCycleFailed?.(failed);
      if (calls.push(failed.key) === 1) throw new Error("the mail server is down");
    };
    const copies = Array.from({ length: 50 }, () => cycle(2, { returncode: "2", transaction_id: "F" }));
    expect(new Set(await Promise.all(copies))).toEqual(new Set(["OK"]));
    await expect.poll(() => calls).toHaveLength(1);
    expect(await diary.read()).toEqual(["paid tea"]);
    const retried = pay.retryReviewItem(calls[0] ?? "", { operator: { id: "user_1" } });
    expect(await retried).toEqual({ outcome: "done" });
    expect(await diary.read()).toEqual(["failed 2 F", "paid tea"]);
    expect(calls).toEqual([calls[0], calls[0]]);
  });
});
