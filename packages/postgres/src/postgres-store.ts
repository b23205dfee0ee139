import { PayIndexError } from "@pay-index/core";
import { SqlStore, type TransactionalStore } from "@pay-index/core/store";
import type { Pool, PoolClient } from "pg";
import { borrowConnection } from "./borrow-connection.ts";
import { migrateTables } from "./migrate-tables.ts";
import { PostgresDatabase } from "./postgres-database.ts";
import { toStoreUnavailable } from "./store-unavailable.ts";

/** The options of `postgres`. */
export interface PostgresOptions {
  /**
   * Seconds that a statement waits for a free connection of the pool, and for a lock of another transaction. After that it rejects
   * with `store_unavailable`. Default: 5.
   */
  readonly lockWait?: number;
  /**
   * Whether the store updates its tables when it is first used. With `false`, it rejects until `migratePostgres` or `pay-index migrate`
   * has updated them. Default: `true`.
   */
  readonly migrate?: boolean;
  /**
   * Whether the store uses prepared statements, which halve the work of the server. Set `false` behind a transaction pooler without
   * prepared statements. Default: `true`.
   */
  readonly prepare?: boolean;
}

/**
 * Milliseconds. An `onPaid` that does not use `tx` for so long is waiting for something that its own transaction
 * blocks.
 */
const idleTransactionTimeout = 30_000;

/**
 * Creates a payment store in Postgres. It can share the database with the shop's own tables: `tx` is a `PoolClient` of `pg` with an open
 * transaction, for `await tx.query("UPDATE orders …", […])`. Any number of processes can share the database.
 *
 * You configure and end the pool. Each transaction uses one connection.
 *
 * @throws PayIndexError `options_invalid`: no pool of `pg` 8.21 or later, or a wrong option
 */
export function postgres(pool: Pool, options: PostgresOptions = {}): TransactionalStore<PoolClient> {
  const { lockWait = 5, migrate = true, prepare = true } = options;
  if (!isPool(pool))
    throw invalidOptions(
      "postgres() needs a Pool of the pg package, of version 8.21 or later. Drivers such as Neon's contain an older one.",
    );
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
 * Updates the tables. Any number of processes can call it at the same time. Does nothing if the tables are up to date.
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

/** Whether its connections report the state of their transaction, as those of `pg` do since 8.21. */
function isPool(pool: unknown): boolean {
  const { Client } = Object(pool) as { readonly Client?: { readonly prototype: object } };
  return Client !== undefined && "getTransactionStatus" in Client.prototype;
}

function invalidOptions(message: string): PayIndexError {
  return new PayIndexError("options_invalid", message);
}
