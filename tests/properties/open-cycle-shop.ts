import { randomBytes } from "node:crypto";
import { postgres } from "@pay-index/postgres";
import { Pool, type PoolClient } from "pg";
import {
  createGateway,
  type PlaceOrderRequest,
  type Platform,
} from "../../packages/core/src/entries/adapter.ts";
import type { Gateway } from "../../packages/core/src/index.ts";
import { testOptions } from "../../packages/core/test/fixtures/test-shop.ts";

/** A shop on this database that writes one row for each effect, in the transaction that completes its job. */
export function openCycleShop(url: string, platform: Pick<Platform, "now" | "fetch">) {
  const pool = new Pool({ connectionString: url });
  const store = postgres(pool);
  const write = (tx: PoolClient, key: string) => tx.query("INSERT INTO applied (key) VALUES ($1)", [key]);
  type Completable = { readonly key: string; complete(tx: PoolClient): Promise<void> };
  const effect =
    <Answer>(answer: Answer) =>
    ({ key, complete }: Completable) =>
      store.transaction(async (tx) => {
        await complete(tx);
        await write(tx, key);
        return answer;
      });
  const report = effect({ done: true } as const);
  const placeOrder = ({ key, payment, complete }: PlaceOrderRequest<PoolClient>) =>
    store.transaction(async (tx) => {
      const amount = await complete(tx, () => payment.amount);
      await write(tx, key);
      return { placed: {}, amount } as const;
    });
  const gateway: Gateway = createGateway<PoolClient>({
    options: testOptions,
    store,
    orders: {
      placeOrder,
      placeRenewal: effect({ placed: {} }),
      subscriptionClosed: report,
      cycleOverdue: report,
    },
    pages: { orderPage: ({ reference }) => `/orders/${reference}` },
    platform: {
      ...platform,
      randomBytes,
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds).unref();
        return () => clearTimeout(timer);
      },
    },
  });
  const close = async () => {
    await gateway.close();
    await store.close();
    await pool.end();
  };
  return { gateway, store, pool, close };
}
