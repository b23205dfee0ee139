import { duringOutage } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { createMedusaDatabase } from "../shop/test-shop.mts";

/** Where one shop keeps its data, as its driver sees it. */
export interface TestDatabase {
  readonly url: string;
  query(text: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>;
  /**
   * Runs a function while the database refuses writes, as a standby does that takes over. While no connection is
   * possible, a request of a buyer waits for Medusa's own pool, one minute.
   */
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** A database of its own for each shop, copied from one that was filled once for the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createMedusaDatabase();
  return {
    url,
    query: (text, values = []) => runQuery(url, text, values),
    away: (during) => duringOutage(url, "writes", during),
    remove: drop,
  };
}

async function runQuery(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
