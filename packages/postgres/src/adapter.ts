import { isPayIndexError } from "@pay-index/core";
import { isConnectionLost, isQueryTimeout } from "@pay-index/core/store";

export { type PostgresClient, PostgresConnection } from "./postgres-connection.ts";

/** Milliseconds that a write waits for a lock. */
const lockWait = 5000;

/**
 * The first statement of a transaction on a host's own pool. The gateway gets OK after the commit, so the commit must survive a power
 * failure, whatever the shop has set.
 */
export const transactionSettingsSql = `SELECT set_config('lock_timeout', '${lockWait}', true),
CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/**
 * Returns whether the connection of this error cannot be used any more: it was lost, still waits for an answer, or is in the hands of a
 * function of the shop that did not end in time (ENG-HOOK-LIMIT).
 */
export function isConnectionUnusable(error: unknown): boolean {
  return isConnectionLost(error) || isQueryTimeout(error) || isPayIndexError(error, "hook_timeout");
}
