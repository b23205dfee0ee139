import { randomBytes } from "node:crypto";
import { createShopFilePath } from "@pay-index/conformance/store-fixtures";
import { isPayIndexError, money } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import type { PaymentStore } from "@pay-index/core/store";
import { createDatabase } from "@pay-index/embedded-postgres";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";

/** A gateway as another process would have it: with a connection of its own. */
function openGateway<Tx>(store: PaymentStore<Tx>, sent: string[]) {
  return createGateway<Tx>({
    options: {
      gateway: "http://gateway.test",
      publicUrl: "http://shop.test/pay",
      sandbox: true,
      merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    },
    store,
    orders: {
      placeOrder: async ({ payment, checkAmountDue }) => ({
        placed: {},
        amount: checkAmountDue(payment.amount),
      }),
    },
    pages: { orderPage: () => "/order", retryPage: () => "/retry" },
    platform: {
      now: () => new Date(),
      after: () => () => undefined,
      randomBytes,
      fetch: async (_, init) => {
        sent.push(new URLSearchParams(String(init?.body)).get("pay_orderid") ?? "");
        return Response.json({ status: 1, url: "https://gateway.test/page" });
      },
    },
  });
}

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};

async function expectLimit<Tx>(stores: readonly PaymentStore<Tx>[]): Promise<void> {
  const sent: string[] = [];
  const gateways = stores.map((store) => openGateway(store, sent));
  const starts = Array.from({ length: 50 }, (_, index) =>
    gateways[index % gateways.length]?.start({
      reference: "order-1",
      variant: "hosted",
      amount: money(1000 + index, "USD"),
      buyer,
    }),
  );
  const ended = await Promise.allSettled(starts);
  const refused = ended.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused.filter((error) => !isPayIndexError(error, "too_many_attempts"))).toEqual([]);
  expect(refused).toHaveLength(30);
  expect(new Set(sent).size).toBe(20);
  const status = await gateways[0]?.status({ reference: "order-1" });
  expect(status).toMatchObject({ attemptCount: 20 });
  await Promise.all(gateways.map((gateway) => gateway.close()));
}

test("20 of 50 starts over two connections to Postgres begin, and the others are refused (ENG-LIMIT)", async () => {
  const { url, drop } = await createDatabase();
  const pools = [new Pool({ connectionString: url }), new Pool({ connectionString: url })];
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  });
  await expectLimit(pools.map((pool) => postgres(pool)));
});

test("20 of 50 starts over two connections to SQLite begin, and the others are refused (ENG-LIMIT)", async () => {
  const path = await createShopFilePath();
  const stores = [sqlite(path), sqlite(path)];
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  await expectLimit(stores);
});
