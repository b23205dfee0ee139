import { createDatabase } from "@pay-index/embedded-postgres";
import { Client, escapeIdentifier } from "pg";
import type { TestDatabase } from "./test-database.ts";

/** A database of its own for each shop, on the server of the run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createDatabase();
  return {
    address: { kind: "postgres", url },
    async away(during) {
      await allowConnections(url, false);
      try {
        return await during();
      } finally {
        await allowConnections(url, true);
      }
    },
    // They are the server's, and hold whatever else it keeps. The rows are all that is in them.
    files: async () => "",
    remove: drop,
  };
}

/** Whether the server lets anybody into the database. Whoever is in it is thrown out first. */
async function allowConnections(url: string, admitted: boolean): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const client = new Client({ connectionString: server.href });
  await client.connect();
  await client.query(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS ${admitted}`);
  if (!admitted)
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  await client.end();
}
