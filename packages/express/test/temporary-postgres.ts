import { createDatabase } from "@pay-index/embedded-postgres";
import { Pool } from "pg";
import { onTestFinished } from "vitest";

/** The address of an empty database, gone after the test. */
export async function createEmptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** Ended after the test, before its database is. */
export function createPool(url: string): Pool {
  const pool = new Pool({ connectionString: url });
  onTestFinished(() => {
    // It ends without waiting for its sockets, and the server tells those that are left that their database goes.
    pool.on("error", () => undefined);
    return pool.end();
  });
  return pool;
}
