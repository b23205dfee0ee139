import { PayIndexError } from "@pay-index/core";
import { retryOnLostConnection, type SqlConnection, type SqlDriver } from "@pay-index/core/store";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { isConnectionUnusable } from "./adapter.ts";
import { borrowConnection } from "./borrow-connection.ts";
import { checkTables, migrateTables } from "./migrate-tables.ts";
import { columnTypeParsers, PostgresConnection } from "./postgres-connection.ts";
import { toStoreUnavailable } from "./store-unavailable.ts";

export interface PostgresSettings {
  /** Milliseconds to wait for a connection of the pool, and for a lock. */
  readonly wait: number;
  /**
   * Milliseconds that a transaction can be idle. A transaction that waits for a connection of its own pool would never
   * end.
   */
  readonly idle: number;
  readonly migrate: boolean;
  readonly prepare: boolean;
}

/**
 * Milliseconds that a statement can take in addition to waiting for a lock. The store's statements use a few rows by
 * their keys.
 */
const longestStatement = 5000;

const sessionSettings = `SELECT current_setting('synchronous_commit') AS commits, setting::integer AS idle
FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'`;

/** A pool of the host. Each statement and each transaction borrows a connection and returns it. */
export class PostgresDatabase implements SqlDriver<PoolClient> {
  readonly skipLocked = "FOR UPDATE SKIP LOCKED";
  readonly read: SqlConnection = {
    all: (sql, parameters) =>
      retryOnLostConnection(this.#pool.options.max, () =>
        this.#opened((client) => this.#connection(client).all(sql, parameters)),
      ),
    run: (sql, parameters) => this.#opened((client) => this.#connection(client).run(sql, parameters)),
  };
  readonly #pool: Pool;
  readonly #settings: PostgresSettings;
  readonly #running = new Set<Promise<unknown>>();
  #begin = "";
  #opening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(pool: Pool, settings: PostgresSettings) {
    this.#pool = pool;
    this.#settings = settings;
    // The pool reports a broken idle connection with an error event, which ends the process if nobody listens. The pool
    // replaces it.
    if (!pool.listeners("error").includes(ignoreError)) pool.on("error", ignoreError);
  }

  open(): Promise<void> {
    return this.#closing === undefined ? this.#tracked(this.#ready()) : Promise.reject(storeClosedError());
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return this.transaction((client) => work(this.#connection(client)));
  }

  transaction<Result>(work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return retryOnLostConnection(this.#pool.options.max, (begun) =>
      this.#opened(async (client) => {
        const connection = this.#connection(client);
        await runScript(client, this.#begin, this.#timeout);
        begun();
        try {
          const result = await work(client);
          assertOpen(client);
          await connection.commit();
          return result;
        } catch (error) {
          if (!isConnectionUnusable(error)) await rollBack(client, this.#timeout);
          throw error;
        }
      }),
    );
  }

  within(tx: PoolClient): SqlConnection {
    if (tx.getTransactionStatus() === "I") throw new Error("The transaction of this tx has ended.");
    return this.#connection(tx);
  }

  /** The pool stays open: it belongs to the host. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#running).then(() => undefined);
    return this.#closing;
  }

  get #timeout(): number {
    return this.#settings.wait + longestStatement;
  }

  async #prepare(client: PoolClient): Promise<void> {
    await (this.#settings.migrate ? migrateTables(client) : checkTables(client));
    const { rows } = await client.query({ text: sessionSettings, types: columnTypeParsers });
    const [{ commits, idle } = {}] = rows;
    // The gateway gets OK after a commit, so the commit must survive a power failure.
    const durably = commits === "off" ? "; SET LOCAL synchronous_commit = on" : "";
    const locks = `SET LOCAL lock_timeout = ${Math.max(1, this.#settings.wait)}`;
    // A stricter setting of the shop stays. 0 means no limit.
    const limit = Math.min(this.#settings.idle, idle || this.#settings.idle);
    const pauses = `SET LOCAL idle_in_transaction_session_timeout = ${limit}`;
    this.#begin = `BEGIN ISOLATION LEVEL READ COMMITTED; ${locks}; ${pauses}${durably}`;
  }

  /** Runs every call from before the store was closed, also one that waits for the tables. */
  #opened<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined) return Promise.reject(storeClosedError());
    const lend = () => borrowConnection(this.#pool, this.#settings.wait, work);
    return this.#tracked(this.#begin === "" ? this.#ready().then(lend) : lend());
  }

  /** Prepares the tables once. After a failure, the next call tries again. */
  #ready(): Promise<void> {
    this.#opening ??= borrowConnection(this.#pool, this.#settings.wait, (client) =>
      this.#prepare(client),
    ).catch((error: unknown) => {
      this.#opening = undefined;
      throw toStoreUnavailable(error);
    });
    return this.#opening;
  }

  #tracked<Result>(running: Promise<Result>): Promise<Result> {
    const over = () => this.#running.delete(running);
    this.#running.add(running);
    running.then(over, over);
    return running;
  }

  #connection(client: PoolClient): PostgresConnection {
    return new PostgresConnection(client, { timeout: this.#timeout, prepare: this.#settings.prepare });
  }
}

function storeClosedError(): PayIndexError {
  return new PayIndexError("gateway_closed", "The Postgres store was closed.");
}

/** Runs several statements without parameters. */
async function runScript(client: PoolClient, text: string, timeout: number): Promise<void> {
  try {
    const statement: QueryConfig & { query_timeout: number } = { text, query_timeout: timeout };
    await client.query(statement);
  } catch (error) {
    throw toStoreUnavailable(error);
  }
}

/** @throws Error if the function ended its own transaction */
function assertOpen(client: PoolClient): void {
  if (client.getTransactionStatus() === "I")
    throw new Error("The transaction was ended inside transaction(): leave COMMIT and ROLLBACK to it.");
}

/** Never throws, so that the caller reports the first error. A connection on which this fails is not used again. */
async function rollBack(client: PoolClient, timeout: number): Promise<void> {
  if (client.getTransactionStatus() !== "I") await runScript(client, "ROLLBACK", timeout).catch(ignoreError);
}

function ignoreError(): void {
  // The next use of the connection reports the error.
}
