import type { DatabaseSync } from "node:sqlite";
import { PayIndexError } from "@pay-index/core";
import { type PaymentKey, SqlStore, type TransactionalStore } from "@pay-index/core/store";
import { openSqliteFile } from "./open-sqlite-file.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

/** The options of `sqlite`. */
export interface SqliteOptions {
  /**
   * Seconds that a write waits for another process that writes, or for one transaction of this process. After that it rejects with
   * `store_unavailable`. A function of the shop holds its transaction for up to `hookTimeout`: set this higher. Default: 15.
   */
  readonly lockWait?: number;
}

/**
 * Creates a payment store in a SQLite file. It can share the file with the shop's own tables: `tx` is a `DatabaseSync` of `node:sqlite`
 * with an open transaction, for `tx.prepare("UPDATE orders …").run(…)`. A commit survives a crash and a power failure. Several processes
 * on one machine can share one file.
 *
 * @param path a file on a local disk. The store creates it and updates its tables.
 * @throws PayIndexError `options_invalid` (no file, or a Node without node:sqlite), `record_unreadable` (the tables are from a
 *   later release), `store_unavailable` (it cannot be opened)
 */
export function sqlite(path: string, options: SqliteOptions = {}): TransactionalStore<DatabaseSync> {
  const wait = toMilliseconds(options.lockWait ?? 15);
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

  /** Otherwise the log contains the erased rows until it is reused. The payment is deleted also if this fails. */
  override async deletePayment(
    payment: PaymentKey & { readonly version: number },
  ): Promise<"deleted" | "stale"> {
    const outcome = await super.deletePayment(payment);
    if (outcome === "deleted") await this.#database.truncateLog().catch(() => undefined);
    return outcome;
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function toMilliseconds(seconds: number): number {
  if (seconds >= 0 && seconds <= 3600) return Math.round(seconds * 1000);
  throw new PayIndexError("options_invalid", "lockWait is a number of seconds from 0 to 3600.");
}
