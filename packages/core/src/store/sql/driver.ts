import { createHash } from "node:crypto";

/** A value of a statement's parameter. Times are ISO 8601 text in UTC, booleans are 0 or 1. */
export type SqlValue = string | number | null;

/** Parameters by name, without the colon. */
export type SqlParameters = Readonly<Record<string, SqlValue>>;

/** A row by column. */
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * One connection. Statements name their parameters `:like_this`. A name can occur in a statement more than once. Each statement comes
 * with exactly its parameters.
 */
export interface SqlConnection {
  /** Returns all rows. */
  all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]>;
  /** Returns the number of rows that were inserted, changed or deleted. */
  run(sql: string, parameters: SqlParameters): Promise<number>;
}

/** The database of a `SqlStore`. The driver updates the tables with `pendingMigrations`. */
export interface SqlDriver<Tx = never> {
  /** The connection for reading. Each statement sees one committed state, with every resolved `write`. */
  readonly read: SqlConnection;
  /**
   * Runs `work` in one transaction: durable when it resolves, rolled back when it rejects. Never joins a transaction of the host. READ
   * COMMITTED is sufficient.
   */
  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result>;
  /** Returns a connection inside the host's own transaction, which the host begins and ends. */
  within(tx: Tx): SqlConnection;
  /** For databases with row locks: the clause with which claiming and deleting skip locked rows. */
  readonly skipLocked?: "FOR UPDATE SKIP LOCKED";
}

interface PreparedStatement {
  /** The name of the prepared statement. The same text has the same name in every process and release. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

interface NumberedStatement extends Omit<PreparedStatement, "values"> {
  /** The name of `$1`, of `$2` … */
  readonly names: readonly string[];
}

const statementCache = new Map<string, NumberedStatement>();

/** Converts a statement with `:named` parameters for Postgres: `$1`, `$2` …, one number for each name. */
export function numberParameters(sql: string, parameters: SqlParameters): PreparedStatement {
  const { name, text, names } = statementCache.get(sql) ?? parseStatement(sql);
  return { name, text, values: names.map((each) => parameters[each] ?? null) };
}

/** The statements are few, and none of them has a colon in a text. */
function parseStatement(sql: string): NumberedStatement {
  const names: string[] = [];
  const text = sql.replace(/:(\w+)/g, (_whole, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const digest = createHash("sha256").update(text).digest("hex");
  const learned = { name: `pay_index_${digest.slice(0, 20)}`, text, names };
  statementCache.set(sql, learned);
  return learned;
}

/**
 * The codes with which Postgres ends a connection: a shutdown, a crash, an idle timeout. Then those of the socket, and that of a server
 * that has become a standby: a pool would keep its connection, and only another one reaches the new primary. Last the codes of `mysql2`.
 */
const lostConnectionCodes: readonly unknown[] = [
  "57P01",
  "57P02",
  "57P05",
  "08003",
  "08006",
  "ECONNRESET",
  "EPIPE",
  "25006",
  "PROTOCOL_CONNECTION_LOST",
  "ER_CONNECTION_KILLED",
];

/** The words of `pg`, which has no code for it. */
const lostConnectionMessages =
  /Connection terminated|Client (?:was closed|has encountered a connection error)/;

/** Returns whether the connection was closed before or during a statement, also if a driver has wrapped the error. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown };
  if (lostConnectionCodes.includes(code) || lostConnectionMessages.test(String(message))) return true;
  return cause !== undefined && isConnectionLost(cause);
}

/** Returns whether a statement of `pg` timed out. Its connection can still be waiting for the answer. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isQueryTimeout(error.cause));
}

/**
 * Runs `ask` on a pool, and again if the connection was closed. After an outage, every connection of a pool can be closed, and reports
 * this only when it is used.
 *
 * @param connections the highest number of connections in the pool
 * @param ask calls `begun` before anything that must not happen twice. After that, `ask` is not called again.
 */
export async function retryOnLostConnection<Result>(
  connections: number,
  ask: (begun: () => void) => Promise<Result>,
): Promise<Result> {
  let isBegun = false;
  const begun = () => {
    isBegun = true;
  };
  for (let lost = 0; ; lost++) {
    try {
      return await ask(begun);
    } catch (error) {
      if (isBegun || lost >= connections || !isConnectionLost(error)) throw error;
    }
  }
}
