import { Client, escapeIdentifier } from "pg";

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
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(`ALTER DATABASE ${escapeIdentifier(name)} ${setting}`);
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  } finally {
    await client.end();
  }
}
