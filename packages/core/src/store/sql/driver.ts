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
