import type { DatabaseSync } from "node:sqlite";
import { PayIndexError } from "@pay-index/core";
import type { TransactionalStore } from "@pay-index/core/store";
import { SqlStore } from "@pay-index/core/store";
import { openSqliteFile } from "./open-sqlite-file.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

export interface SqliteOptions {
  /**
   * Seconds that a write waits for another process that is writing, or for one transaction of this process, before it rejects
   * with `store_unavailable`; 5 by default.
   */
  readonly lockWait?: number;
}

/**
 * Payments in a SQLite file, beside the shop's own tables if you like: `tx` is a `DatabaseSync` of `node:sqlite` with a
 * transaction begun, for `tx.prepare("UPDATE orders …").run(…)`. What has been committed survives a crash and a loss of power.
 * Several processes on one machine may use one file.
 *
 * @param path of a file on a local disk; it is made, and its tables are brought up to date
 * @throws PayIndexError `options_invalid` (no file, or a Node without node:sqlite), `record_unreadable` (the tables are from a
 *   later release), `store_unavailable` (it cannot be opened)
 */
export function sqlite(path: string, options: SqliteOptions = {}): TransactionalStore<DatabaseSync> {
  const wait = toMilliseconds(options.lockWait ?? 5);
  return new SqliteStore(new SqliteDatabase(openSqliteFile(path, wait), wait));
}

class SqliteStore extends SqlStore<DatabaseSync> implements TransactionalStore<DatabaseSync> {
  readonly database = "sqlite";
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super(database);
    this.#database = database;
  }

  transaction<Result>(work: (tx: DatabaseSync) => Promise<Result>): Promise<Result> {
    return this.#database.transaction(work);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function toMilliseconds(seconds: number): number {
  if (seconds >= 0 && seconds <= 3600) return Math.round(seconds * 1000);
  throw new PayIndexError("options_invalid", "lockWait is a number of seconds from 0 to 3600.");
}
