import { Client, escapeIdentifier } from "pg";
import { medusaDatabase } from "../shop/test-shop.mts";

/** Where one shop keeps its data, as its driver sees it. */
export interface TestDatabase {
  readonly url: string;
  query(text: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>;
  /** While this runs, the database takes nothing in. */
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** A database of its own for each shop, copied from one that was filled once for the run, or once on this server. */
export async function createTestDatabase(server?: string): Promise<TestDatabase> {
  const { url, drop } = await medusaDatabase(server);
  return {
    url,
    query: (text, values = []) => runQuery(url, text, values),
    async away(during) {
      await allowWrites(url, false);
      try {
        return await during();
      } finally {
        await allowWrites(url, true);
      }
    },
    remove: drop,
  };
}

/**
 * As when a standby takes over: connections break, and those that follow can only read. A buyer who clicks while no server lets anybody
 * in would wait for a minute: so long does Medusa's pool, and nothing that a shop configures makes that shorter. What the gateway hears
 * then is shown in outage.test.ts.
 */
async function allowWrites(url: string, isAllowed: boolean): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const readOnly = isAllowed ? "off" : "on";
  await runQuery(
    server.href,
    `ALTER DATABASE ${escapeIdentifier(name)} SET default_transaction_read_only TO ${readOnly}`,
  );
  await runQuery(server.href, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
    name,
  ]);
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
