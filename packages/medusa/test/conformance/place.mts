import { Client, escapeIdentifier } from "pg";
import { medusaDatabase } from "../shop/stage.mts";

/** Where one shop keeps its data, as its driver sees it. */
export interface Place {
  readonly url: string;
  query(text: string, values?: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]>;
  /** While this runs, the server lets nobody into the database. */
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
      await admit(url, false);
      try {
        return await during();
      } finally {
        await admit(url, true);
      }
    },
    remove: drop,
  };
}

/** Whoever is in it is thrown out first. */
async function admit(url: string, admitted: boolean): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  await ask(server.href, `ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS ${admitted}`);
  if (!admitted)
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
