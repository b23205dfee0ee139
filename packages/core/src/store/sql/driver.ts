/** What a statement may be given. Times are ISO-8601 text in UTC, truth is 0 or 1. */
export type SqlValue = string | number | null;

export type SqlParameters = Readonly<Record<string, SqlValue>>;

export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * One connection. Statements name their parameters `:like_this`; one name may stand in a statement more than once. Each
 * statement comes with exactly the parameters that it names.
 */
export interface SqlConnection {
  all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]>;
  /** @returns how many rows were inserted, changed or deleted */
  run(sql: string, parameters: SqlParameters): Promise<number>;
}

/** A database under `SqlStore`, which brings the statements. The driver brings its tables up to date (`pendingMigrations`). */
export interface SqlDriver<Tx = never> {
  /** Each statement sees one committed moment of the data, and everything that `write` has resolved. */
  readonly read: SqlConnection;
  /**
   * One transaction: durable when it resolves, without any trace when it rejects. Never joins a transaction of the host.
   * READ COMMITTED is enough.
   */
  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result>;
  /** The host's own transaction, which the host begins and ends. */
  within(tx: Tx): SqlConnection;
  /** For databases with row locks: what makes a claim, or a forgetting, pass over the rows of another one. */
  readonly skipLocked?: "FOR UPDATE SKIP LOCKED";
}
