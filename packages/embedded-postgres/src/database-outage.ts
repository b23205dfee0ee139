import { escapeIdentifier } from "pg";
import { withClient, withDatabaseName } from "./connect.ts";

/** What a database refuses during an outage: every connection, or every write, as a standby does that takes over. */
export type OutageKind = "connections" | "writes";

const settings: Record<OutageKind, (isOut: boolean) => string> = {
  connections: (isOut) => `ALLOW_CONNECTIONS ${!isOut}`,
  writes: (isOut) => `SET default_transaction_read_only TO ${isOut}`,
};

/**
 * Runs a function while the database at `url` refuses connections or writes. All connections to the database end when
 * the outage begins. The outage ends also if the function throws.
 */
export async function duringOutage<Result>(
  url: string,
  outage: OutageKind,
  run: () => Promise<Result>,
): Promise<Result> {
  await changeDatabase(url, settings[outage](true));
  try {
    return await run();
  } finally {
    await changeDatabase(url, settings[outage](false));
  }
}

async function changeDatabase(url: string, setting: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(withDatabaseName(url, "postgres"), async (client) => {
    await client.query(`ALTER DATABASE ${escapeIdentifier(name)} ${setting}`);
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  });
}
