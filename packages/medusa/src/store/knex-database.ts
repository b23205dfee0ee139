import { setTimeout } from "node:timers/promises";
import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { retryOnLostConnection, type SqlConnection, type SqlDriver } from "@pay-index/core/store";
import {
  isConnectionUnusable,
  type PostgresClient,
  PostgresConnection,
  transactionSettingsSql,
} from "@pay-index/postgres/adapter";

/** A connection of `pg`, which is a dependency of Medusa. */
export interface RawConnection extends PostgresClient {
  end(): Promise<void>;
  /** The reason why knex must not lend the connection again. */
  __knex__disposed?: unknown;
}

/** The part of Medusa's connection pool that lends raw connections of `pg`. */
export interface Knex {
  readonly client: {
    acquireConnection(): Promise<RawConnection>;
    releaseConnection(connection: RawConnection): Promise<void>;
    /** Undefined after it was closed. */
    readonly pool?: { readonly max: number } | undefined;
  };
}

/** Limits in milliseconds. After each, the error is `store_unavailable`. */
export interface DatabaseTimeouts {
  /** Waiting for a connection of the pool. Medusa waits up to a minute, but a gateway gives up after ten seconds. */
  readonly connection: number;
  /** One statement. A network that loses packets must not delay a notification for longer. */
  readonly statement: number;
}

const defaultTimeouts: DatabaseTimeouts = { connection: 5000, statement: 10_000 };

const missingTableHint = "Run medusa db:migrate.";

/** `pay_indm` in ASCII. The migrations of `@pay-index/postgres` use another key. */
const processLockKey = "8097887055686558829";

/** The pool of Medusa. Each read and each write borrows a free connection, so it is never part of a transaction of Medusa. */
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
  readonly #timeouts: DatabaseTimeouts;
  #markedConnection: RawConnection | undefined;

  constructor(knex: Knex, timeouts: Partial<DatabaseTimeouts> = {}) {
    this.#knex = knex;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return retryOnLostConnection(this.connections, (begun) =>
      this.#lend(async (connection) => {
        await connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED");
        begun();
        try {
          await connection.execute(transactionSettingsSql);
          const result = await work(connection);
          await connection.commit();
          return result;
        } catch (error) {
          // An error of the rollback is ignored, so that the caller reports the first error.
          if (!isConnectionUnusable(error)) await connection.execute("ROLLBACK").catch(() => undefined);
          throw error;
        }
      }),
    );
  }

  /** Medusa places an order in no transaction: its workflows commit step by step. */
  within(): SqlConnection {
    throw new Error("Medusa has no transaction that other writes can join.");
  }

  /** The highest number of connections in Medusa's pool. */
  get connections(): number {
    return this.#knex.client.pool?.max ?? 0;
  }

  /**
   * Returns whether no other process uses this database. Marks the database as used with a lock that ends with its connection, so this
   * holds one connection of the pool.
   */
  async isOnlyProcess(): Promise<boolean> {
    if (this.#markedConnection !== undefined) return true;
    const client = await this.#borrow();
    try {
      const { rows } = await this.#wrap(client).execute(
        `SELECT CASE WHEN pg_try_advisory_lock(${processLockKey}) THEN 1 END AS won`,
      );
      if (rows[0]?.won === 1) this.#markedConnection = client;
    } finally {
      if (this.#markedConnection === undefined) await this.#knex.client.releaseConnection(client);
    }
    return this.#markedConnection !== undefined;
  }

  /** Returns the connection that `isOnlyProcess` holds. The pool stays open. */
  async close(): Promise<void> {
    const client = this.#markedConnection;
    this.#markedConnection = undefined;
    if (client === undefined) return;
    await this.#wrap(client)
      .execute(`SELECT pg_advisory_unlock(${processLockKey})`)
      .catch(() => undefined);
    await this.#knex.client.releaseConnection(client);
  }

  #wrap(client: RawConnection): PostgresConnection {
    // Not prepared: a pooler that lends connections by transaction can be between Medusa and Postgres.
    const settings = { timeout: this.#timeouts.statement, prepare: false, missingTableHint };
    return new PostgresConnection(client, settings);
  }

  async #lend<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const client = await this.#borrow();
    try {
      return await work(this.#wrap(client));
    } catch (error) {
      if (isConnectionUnusable(error)) discardConnection(client, error);
      throw error;
    } finally {
      await this.#knex.client.releaseConnection(client);
    }
  }

  /** @throws PayIndexError `store_unavailable`, in time for the reply that asks the gateway to repeat */
  async #borrow(): Promise<RawConnection> {
    const { client } = this.#knex;
    const borrowed = client.acquireConnection();
    const late = new AbortController();
    try {
      return await Promise.race([borrowed, rejectAfter(this.#timeouts.connection, late.signal)]);
    } catch (cause) {
      // A connection that arrives late goes back at once.
      borrowed.then((connection) => client.releaseConnection(connection)).catch(() => undefined);
      if (isPayIndexError(cause)) throw cause;
      throw new PayIndexError("store_unavailable", "Postgres: Medusa's pool returned no connection.", {
        cause,
      });
    } finally {
      late.abort();
    }
  }
}

/** Knex detects only connections that end while they are idle. Its pool does not lend a connection with this property again. */
function discardConnection(client: RawConnection, reason: unknown): void {
  client.__knex__disposed = reason;
  // At once: until then, Postgres holds the locks of its transaction.
  client.end().catch(() => undefined);
}

async function rejectAfter(milliseconds: number, signal: AbortSignal): Promise<never> {
  await setTimeout(milliseconds, undefined, { signal });
  throw new PayIndexError(
    "store_unavailable",
    `Postgres: Medusa's pool returned no connection within ${milliseconds} ms. The database cannot be reached, or databaseDriverOptions.pool.max is too small.`,
  );
}
