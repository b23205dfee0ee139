import { freshDatabase } from "@pay-index/embedded-postgres";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { onTestFinished } from "vitest";
import type { ExpressStore } from "../../src/store.ts";
import { type PostgresOptions, postgres } from "../../src/stores/postgres.ts";

/** The address of an empty database, gone after the test. */
export async function shopDatabase(): Promise<string> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return url;
}

/** Ended after the test, before its database is. */
export function poolOf(url: string, config: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: url, ...config });
  onTestFinished(() => pool.end());
  return pool;
}

interface Shop {
  readonly url: string;
  readonly pool: Pool;
  readonly store: ExpressStore<PoolClient>;
}

/** A store, and a table of the shop in the same database. */
export async function openShop(options?: PostgresOptions, config?: PoolConfig): Promise<Shop> {
  const url = await shopDatabase();
  const pool = poolOf(url, config);
  await prepare(pool);
  const store = postgres(pool, options);
  onTestFinished(() => store.close());
  return { url, pool, store };
}

/** Makes the tables, and leaves the pool a connection: a store that is short of patience has nothing to wait for. */
export async function prepare(pool: Pool): Promise<void> {
  const first = postgres(pool);
  await first.transaction((tx) => tx.query("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER)"));
  await first.close();
}

/** A connection of somebody else, closed after the test. */
export async function stranger(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** What another program sees in the database. */
export async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
