import { isPayIndexError, PayIndexError, type SqlConnection, type SqlDriver } from "@pay-index/core";
import { PostgresConnection, type RawConnection } from "./postgres-connection.ts";

/** The part of Medusa's connection pool that lends raw connections of `pg`. */
export interface Knex {
  readonly client: {
    acquireConnection(): Promise<RawConnection>;
    releaseConnection(connection: RawConnection): Promise<void>;
  };
}

/** Milliseconds that a write waits for a lock. */
const lockWait = 5000;

/** `pay_indm` in ASCII. Express's migrations take another one. */
const mark = "8097887055686558829";

/** A commit must outlive a loss of power, whatever the shop has set: the gateway is told OK after it. */
const settings = `SELECT set_config('lock_timeout', '${lockWait}', true),
CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/**
 * Medusa's own pool. Each read and each write borrows a connection that no request of Medusa's is using, so it never becomes part of
 * a transaction of Medusa's.
 */
export class KnexDatabase implements SqlDriver {
  readonly skipLocked = "FOR UPDATE SKIP LOCKED";
  readonly read: SqlConnection = {
    all: (sql, parameters) => this.#lend((connection) => connection.all(sql, parameters)),
    run: (sql, parameters) => this.#lend((connection) => connection.run(sql, parameters)),
  };
  readonly #knex: Knex;
  #mark: RawConnection | undefined;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return this.#lend(async (connection) => {
      await connection.ask("BEGIN ISOLATION LEVEL READ COMMITTED");
      try {
        await connection.ask(settings);
        const result = await work(connection);
        await commit(connection);
        return result;
      } catch (error) {
        // Whatever this says, the first error is the one to tell.
        await connection.ask("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
  }

  /** Medusa has no transaction that an order is placed in: its workflows commit step by step. */
  within(): SqlConnection {
    throw new Error("Medusa has no transaction that others could join.");
  }

  /**
   * Whether no other process uses this database. It is marked as used by a lock that ends with its connection, however that ends, so this
   * keeps one connection of the pool.
   */
  async isOnlyProcess(): Promise<boolean> {
    if (this.#mark !== undefined) return true;
    const client = await this.#borrow();
    try {
      const { rows } = await new PostgresConnection(client).ask(
        `SELECT CASE WHEN pg_try_advisory_lock(${mark}) THEN 1 END AS won`,
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
    await new PostgresConnection(client).ask(`SELECT pg_advisory_unlock(${mark})`).catch(() => undefined);
    await this.#knex.client.releaseConnection(client);
  }

  async #lend<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const client = await this.#borrow();
    try {
      return await work(new PostgresConnection(client));
    } finally {
      await this.#knex.client.releaseConnection(client);
    }
  }

  async #borrow(): Promise<RawConnection> {
    try {
      return await this.#knex.client.acquireConnection();
    } catch (cause) {
      if (isPayIndexError(cause)) throw cause;
      throw new PayIndexError("store_unavailable", "Postgres: Medusa's pool has no connection to lend.", {
        cause,
      });
    }
  }
}

/** Postgres says "done" to the COMMIT of a transaction that has failed. */
async function commit(connection: PostgresConnection): Promise<void> {
  const { command } = await connection.ask("COMMIT");
  if (command === "ROLLBACK")
    throw new Error(
      "A statement of the transaction failed and its error was not passed on: nothing was kept.",
    );
}
