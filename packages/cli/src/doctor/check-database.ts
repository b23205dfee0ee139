import { isPayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";
import { checkTables } from "@pay-index/postgres/maintenance";
import type { ShopPostgresPool } from "../config/define-config.ts";
import { type Finding, finding } from "./finding.ts";

/** The finding names it. Each transaction uses one connection, also while the shop's own code runs. */
const smallestPool = 5;

/** The plugin itself replaces `off`. */
const unsafeCommitsSql = `SELECT current_setting('synchronous_commit') AS commits
WHERE current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('local', 'remote_write')`;

/** Checks the pool of a shop on Postgres, and its tables. */
export async function checkDatabase(pool: ShopPostgresPool): Promise<Finding[]> {
  const { max = 10 } = pool.options;
  const found = `The pool has at most ${max} ${max === 1 ? "connection" : "connections"}.`;
  return [...(max >= smallestPool ? [] : [finding("pool_small", found)]), ...(await checkConnection(pool))];
}

async function checkConnection(pool: ShopPostgresPool): Promise<Finding[]> {
  try {
    const client = await pool.connect();
    try {
      await checkTables(client);
      return (await client.query<{ commits: string }>(unsafeCommitsSql)).rows.map(({ commits }) =>
        finding(
          "commits_not_durable",
          `There is a synchronous standby, and synchronous_commit is ${commits}.`,
        ),
      );
    } finally {
      client.release();
    }
  } catch (error) {
    return [databaseFinding(error)];
  }
}

/** Returns a failure of the database as a finding. */
export function databaseFinding(error: unknown): Finding {
  const message = maskText(String(Object(error).message || Object(error).code || "unknown"));
  if (isPayIndexError(error, "record_unreadable")) return finding("database_newer", message);
  const isOld = message.includes("pay-index migrate");
  return finding(isOld ? "database_not_migrated" : "database_unreachable", message);
}
