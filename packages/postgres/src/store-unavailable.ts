import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";

const undefinedTable = "42P01";

const preparedStatementHint = "Behind a pooler that lends connections by transaction, pass prepare: false.";

export const readOnlyHint = "The server is a standby or a read replica. Use the address of the primary.";

/** What to do, after the message of the database. */
const hints: ReadonlyMap<unknown, string> = new Map([
  // insufficient_privilege
  ["42501", "Run pay-index migrate as a role that can create tables, and grant this role their use."],
  // invalid_sql_statement_name, duplicate_prepared_statement
  ["26000", preparedStatementHint],
  ["42P05", preparedStatementHint],
  // read_only_sql_transaction
  ["25006", readOnlyHint],
  // too_many_connections
  ["53300", "Make the pools of all processes smaller, use a pooler, or raise max_connections."],
]);

/** What happened, instead of the message of the database. */
const replacements: ReadonlyMap<unknown, string> = new Map([
  // lock_not_available
  ["55P03", "another transaction has locked a row or table for too long."],
  // idle_in_transaction_session_timeout
  [
    "25P03",
    "a transaction did nothing for too long. Inside transaction(), write with its tx, and await nothing slow.",
  ],
]);

/** What to do if a table of this store is missing. */
export const defaultMissingTableHint = "Run npx pay-index migrate, or leave out migrate: false.";

/** Returns an error of the database as `store_unavailable`. Never contains the values of a statement. */
export function toStoreUnavailable(
  cause: unknown,
  missingTableHint = defaultMissingTableHint,
): PayIndexError {
  if (isPayIndexError(cause)) return cause;
  const reason = maskText(reasonOf(cause, missingTableHint));
  return new PayIndexError("store_unavailable", `Postgres: ${reason}`, { cause });
}

function reasonOf(cause: unknown, missingTableHint: string): string {
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  const hint = code === undefinedTable ? missingTableHint : hints.get(code);
  if (hint !== undefined) return `${message}. ${hint}`;
  // If a host has several addresses and all refuse, the error has no message.
  return replacements.get(code) ?? String(message || code || "unknown");
}
