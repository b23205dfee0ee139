import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";

const undefinedTable = "42P01";
const insufficientPrivilege = "42501";
const lockNotAvailable = "55P03";
const idleInTransaction = "25P03";
const unknownStatement = "26000";
const duplicateStatement = "42P05";
const readOnlyTransaction = "25006";
const tooManyConnections = "53300";

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
  switch (code) {
    case undefinedTable:
      return `${message}. ${missingTableHint}`;
    case insufficientPrivilege:
      return `${message}. Run pay-index migrate as a role that can create tables, and grant this role their use.`;
    case lockNotAvailable:
      return "another transaction has locked a row or table for too long.";
    case idleInTransaction:
      return "a transaction did nothing for too long. Inside transaction(), write with its tx, and await nothing slow.";
    case unknownStatement:
    case duplicateStatement:
      return `${message}. Behind a pooler that lends connections by transaction, pass prepare: false.`;
    case readOnlyTransaction:
      return `${message}. The server is a standby or a read replica. Use the address of the primary.`;
    case tooManyConnections:
      return `${message}. Make the pools of all processes smaller, use a pooler, or raise max_connections.`;
    default:
      // If a host has several addresses and all refuse, the error has no message.
      return String(message || code || "unknown");
  }
}
