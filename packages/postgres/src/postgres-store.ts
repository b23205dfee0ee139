import { PayIndexError } from "@pay-index/core";
import type { TransactionalStore } from "@pay-index/core/store";
import { SqlStore } from "@pay-index/core/store";
import type { Pool, PoolClient } from "pg";
import { borrowConnection } from "./borrow-connection.ts";
import { migrateTables } from "./migrate-tables.ts";
import { toStoreUnavailable } from "./postgres-connection.ts";
import { PostgresDatabase } from "./postgres-database.ts";

export interface PostgresOptions {
  /**
   * Seconds that a statement waits for a free connection of the pool, and for a lock of another transaction, before it rejects
   * with `store_unavailable`; 5 by default.
   */
  readonly lockWait?: number;
  /**
   * Whether the tables are brought up to date when the store is first used; `true` by default. With `false` the store refuses to
   * work until `migratePostgres` or `pay-index-migrate` has done it.
   */
  readonly migrate?: boolean;
  /**
   * Whether each statement is planned once for a connection and then run by its name, which takes half the work off the server;
   * `true` by default. `false` behind a pooler that lends connections by transaction and does not know prepared statements.
   */
  readonly prepare?: boolean;
}

/** Milliseconds. An `onPaid` that does nothing with `tx` for so long waits for something that its transaction keeps. */
const idleTransactionTimeout = 30_000;

/**
 * Payments in Postgres, beside the shop's own tables if you like: `tx` is a `PoolClient` of `pg` with a transaction begun, for
 * `await tx.query("UPDATE orders …", […])`. Any number of processes on any number of machines may share the database.
 *
 * The pool stays yours: its size, its time-outs and its end. Each transaction needs one connection while it lasts.
 *
 * @throws PayIndexError `options_invalid`: no pool, or a wrong option
 */
export function postgres(pool: Pool, options: PostgresOptions = {}): TransactionalStore<PoolClient> {
  const { lockWait = 5, migrate = true, prepare = true } = options;
  if (!isPool(pool))
    throw invalidOptions("postgres() needs a Pool of the pg package, of version 8.21 or later.");
  if (!(lockWait > 0 && lockWait <= 3600))
    throw invalidOptions("lockWait is a number of seconds, above 0 and up to 3600.");
  if (typeof migrate !== "boolean" || typeof prepare !== "boolean")
    throw invalidOptions("migrate and prepare are true or false.");
  return new PostgresStore(
    new PostgresDatabase(pool, {
      wait: Math.round(lockWait * 1000),
      idle: idleTransactionTimeout,
      migrate,
      prepare,
    }),
  );
}

/**
 * Brings the tables up to date. It happens once, however many processes ask for it at the same time, and does nothing where it has
 * happened.
 *
 * @throws PayIndexError `store_unavailable`; `record_unreadable`: the tables are from a later release
 */
export async function migratePostgres(pool: Pool): Promise<void> {
  const longestConnect = 30_000;
  try {
    await borrowConnection(pool, longestConnect, migrateTables);
  } catch (error) {
    throw toStoreUnavailable(error);
  }
}

class PostgresStore extends SqlStore<PoolClient> implements TransactionalStore<PoolClient> {
  readonly database = "postgres";
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    super(database);
    this.#database = database;
  }

  open(): Promise<void> {
    return this.#database.open();
  }

  transaction<Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return this.#database.transaction(work);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function isPool(pool: unknown): boolean {
  return typeof pool === "object" && pool !== null && "connect" in pool && "totalCount" in pool;
}

function invalidOptions(message: string): PayIndexError {
  return new PayIndexError("options_invalid", message);
}
