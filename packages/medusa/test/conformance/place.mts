import { Client, escapeIdentifier } from "pg";
import { medusaDatabase } from "../shop/stage.mts";

/** Where one shop keeps its data, as its driver sees it. */
export interface Place {
  readonly url: string;
  query(text: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>;
  /** While this runs, the database takes nothing in. */
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** A database of its own for each shop, copied from one that was filled once for the run. */
export async function openPlace(): Promise<Place> {
  const { url, drop } = await medusaDatabase();
  return {
    url,
    query: (text, values = []) => ask(url, text, values),
    async away(during) {
      await letWrite(url, false);
      try {
        return await during();
      } finally {
        await letWrite(url, true);
      }
    },
    remove: drop,
  };
}

/**
 * As when a standby takes over: connections break, and those that follow can only read. Medusa's pool would wait a minute for a
 * server that lets nobody in, and nothing that a shop configures makes that shorter.
 */
async function letWrite(url: string, isAllowed: boolean): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const readOnly = isAllowed ? "off" : "on";
  await ask(
    server.href,
    `ALTER DATABASE ${escapeIdentifier(name)} SET default_transaction_read_only TO ${readOnly}`,
  );
  await ask(server.href, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
}

async function ask(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
