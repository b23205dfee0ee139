import { createDatabase, duringOutage } from "@pay-index/embedded-postgres";
import type { TestDatabase } from "./test-database.ts";

/** A database of its own for each shop, on the server of the run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createDatabase();
  return {
    address: { kind: "postgres", url },
    away: (during) => duringOutage(url, "connections", during),
    // The files belong to the server, which also has other databases. The rows are all that this database has.
    files: async () => "",
    remove: drop,
  };
}
