import { setTimeout } from "node:timers/promises";
import { isPayIndexError, PayIndexError } from "@pay-index/core";
import {
  isConnectionLost,
  isQueryTimeout,
  retryOnLostConnection,
  type SqlConnection,
  type SqlDriver,
} from "@pay-index/core/store";
import { PostgresConnection, type RawConnection } from "./postgres-connection.ts";

/** The part of Medusa's connection pool that lends raw connections of `pg`. */
export interface Knex {
  readonly client: {
    acquireConnection(): Promise<RawConnection>;
    releaseConnection(connection: RawConnection): Promise<void>;
    /** Undefined once it was closed. */
    readonly pool?: { readonly max: number } | undefined;
  };
}

/** Milliseconds that a write waits for a lock. */
const lockWaitMs = 5000;

/** Milliseconds. */
export interface DatabaseTimeouts {
  /** With a pool that lends nothing. Medusa's lets a statement wait for a minute, and a gateway gives up after ten seconds. */
  readonly borrowing: number;
  /** With a statement: a network that swallows packets must not hold a notification. */
  readonly asking: number;
}

const defaultTimeouts: DatabaseTimeouts = { borrowing: 5000, asking: 10_000 };

/** `pay_indm` in ASCII. Express's migrations take another one. */
const processLockKey = "8097887055686558829";

/** A commit must outlive a loss of power, whatever the shop has set: the gateway is told OK after it. */
const transactionSettings = `SELECT set_config('lock_timeout', '${lockWaitMs}', true),
CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/**
 * Medusa's own pool. Each read and each write borrows a connection that no request of Medusa's is using, so it never becomes part of
 * a transaction of Medusa's.
 */
export class KnexDatabase implements SqlDriver {
  readonly skipLocked = "FOR UPDATE SKIP LOCKED";
  readonly read: SqlConnection = {
    all: (sql, parameters) =>
      retryOnLostConnection(this.connections, () =>
        this.#lend((connection) => connection.all(sql, parameters)),
      ),
    run: (sql, parameters) => this.#lend((connection) => connection.run(sql, parameters)),
  };
  readonly #knex: Knex;
  readonly #patience: DatabaseTimeouts;
  #mark: RawConnection | undefined;

  /** @param patience when it ends, that is `store_unavailable` */
  constructor(knex: Knex, patience: Partial<DatabaseTimeouts> = {}) {
    this.#knex = knex;
    this.#patience = { ...defaultTimeouts, ...patience };
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return retryOnLostConnection(this.connections, (begun) =>
      this.#lend(async (connection) => {
        await connection.ask("BEGIN ISOLATION LEVEL READ COMMITTED");
        begun();
        try {
          await connection.ask(transactionSettings);
          const result = await work(connection);
          await commitTransaction(connection);
          return result;
        } catch (error) {
          // Whatever this says, the first error is the one to tell.
          if (!isConnectionUnusable(error)) await connection.ask("ROLLBACK").catch(() => undefined);
          throw error;
        }
      }),
    );
  }

  /** Medusa has no transaction that an order is placed in: its workflows commit step by step. */
  within(): SqlConnection {
    throw new Error("Medusa has no transaction that others could join.");
  }

  /** How many connections Medusa's pool may have at once. */
  get connections(): number {
    return this.#knex.client.pool?.max ?? 0;
  }

  /**
   * Whether no other process uses this database. It is marked as used by a lock that ends with its connection, however that ends, so this
   * keeps one connection of the pool.
   */
  async isOnlyProcess(): Promise<boolean> {
    if (this.#mark !== undefined) return true;
    const client = await this.#borrow();
    try {
      const { rows } = await this.#over(client).ask(
        `SELECT CASE WHEN pg_try_advisory_lock(${processLockKey}) THEN 1 END AS won`,
      );
      if (rows[0]?.won === 1) this.#mark = client;
    } finally {
      if (this.#mark === undefined) await this.#knex.client.releaseConnection(client);
    }
    return this.#mark !== undefined;
  }

  /** Gives back what it kept. The pool stays open: it is Medusa's. */
  async close(): Promise<void> {
    const client = this.#mark;
    this.#mark = undefined;
    if (client === undefined) return;
    await this.#over(client)
      .ask(`SELECT pg_advisory_unlock(${processLockKey})`)
      .catch(() => undefined);
    await this.#knex.client.releaseConnection(client);
  }

  #over(client: RawConnection): PostgresConnection {
    return new PostgresConnection(client, this.#patience.asking);
  }

  async #lend<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const client = await this.#borrow();
    try {
      return await work(this.#over(client));
    } catch (error) {
      if (isConnectionUnusable(error)) discardConnection(client, error);
      throw error;
    } finally {
      await this.#knex.client.releaseConnection(client);
    }
  }

  /** @throws PayIndexError `store_unavailable`, in time to tell the gateway to send again */
  async #borrow(): Promise<RawConnection> {
    const { client } = this.#knex;
    const asked = client.acquireConnection();
    const late = new AbortController();
    try {
      return await Promise.race([asked, rejectAfter(this.#patience.borrowing, late.signal)]);
    } catch (cause) {
      // One that is lent after all goes back at once: nobody waits for it any more.
      asked.then((connection) => client.releaseConnection(connection)).catch(() => undefined);
      if (isPayIndexError(cause)) throw cause;
      throw new PayIndexError("store_unavailable", "Postgres: Medusa's pool has no connection to lend.", {
        cause,
      });
    } finally {
      late.abort();
    }
  }
}

/** Whether the connection that this was said of can be asked nothing more. */
function isConnectionUnusable(error: unknown): boolean {
  return isConnectionLost(error) || isQueryTimeout(error);
}

/** Knex itself notices only those that end while they are idle. This is its own word for one that its pool must not lend again. */
function discardConnection(client: RawConnection, why: unknown): void {
  client.__knex__disposed = why;
  // At once, for Postgres keeps what its transaction has locked until then.
  client.end().catch(() => undefined);
}

async function rejectAfter(milliseconds: number, signal: AbortSignal): Promise<never> {
  await setTimeout(milliseconds, undefined, { signal });
  throw new PayIndexError(
    "store_unavailable",
    `Postgres: Medusa's pool had no connection to lend for ${milliseconds} milliseconds. The database is away, or databaseDriverOptions.pool.max is too small.`,
  );
}

/** Postgres says "done" to the COMMIT of a transaction that has failed. */
async function commitTransaction(connection: PostgresConnection): Promise<void> {
  const { command } = await connection.ask("COMMIT");
  if (command === "ROLLBACK")
    throw new Error(
      "A statement of the transaction failed and its error was not passed on: nothing was kept.",
    );
}
