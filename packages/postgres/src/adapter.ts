import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { isConnectionLost, isQueryTimeout, type SqlRow } from "@pay-index/core/store";
import { readOnlyHint } from "./store-unavailable.ts";

export { type PostgresClient, PostgresConnection } from "./postgres-connection.ts";

/** Milliseconds that a write waits for a lock. */
const lockWait = 5000;

/**
 * The first statement of a transaction on a host's own pool. The gateway gets OK after the commit, so the commit must survive a power
 * failure, whatever the shop has set.
 */
export const transactionSettingsSql = `SELECT set_config('lock_timeout', '${lockWait}', true),
CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/** The statement of `checkServer`. */
export const serverSettingsSql =
  "SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only";

/**
 * Checks the row of `serverSettingsSql`, so that a shop that can store no payments does not start. Refuses encodings other than UTF8: a
 * reference or a notification can contain any character, and one that the database cannot store would never get OK. SQL_ASCII stores bytes
 * unchanged.
 *
 * @throws PayIndexError `store_unavailable`
 */
export function checkServer({ encoding, read_only }: SqlRow = {}): void {
  if (encoding !== "UTF8" && encoding !== "SQL_ASCII")
    throw new PayIndexError(
      "store_unavailable",
      `The database is encoded in ${encoding}, which has not every letter. Use one that was created with ENCODING 'UTF8'.`,
    );
  if (read_only !== "off")
    throw new PayIndexError("store_unavailable", `The database is read-only. ${readOnlyHint}`);
}

/**
 * Returns whether the connection of this error cannot be used any more: it was lost, still waits for an answer, or is in the hands of a
 * function of the shop that did not end in time (ENG-HOOK-LIMIT).
 */
export function isConnectionUnusable(error: unknown): boolean {
  return isConnectionLost(error) || isQueryTimeout(error) || isPayIndexError(error, "hook_timeout");
}
