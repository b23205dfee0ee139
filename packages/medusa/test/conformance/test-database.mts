import { duringOutage } from "@pay-index/embedded-postgres";
import { Pool } from "pg";
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
  // One connection at a time, which is kept: a dump reads 150 tables.
  const connect = () => new Pool({ connectionString: url, max: 1 }).on("error", () => undefined);
  let pool = connect();
  /** An outage ends the connections at its begin and at its end. */
  const reconnect = async () => {
    const ended = pool;
    pool = connect();
    // A pool that ends never answers those who wait for its connection.
    await Promise.allSettled(asked);
    await ended.end();
  };
  const asked = new Set<Promise<unknown>>();
  const ask = async (text: string, values: readonly unknown[] = []) => {
    const answer = pool.query(text, [...values]);
    asked.add(answer);
    return (await answer.finally(() => asked.delete(answer))).rows;
  };
  return {
    url,
    query: ask,
    async away(during) {
      await reconnect();
      return duringOutage(url, "writes", () => during().finally(reconnect));
    },
    async remove() {
      await pool.end();
      await drop();
    },
  };
}
