import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import type { TestDatabase } from "../conformance/test-database.mts";

/** One connection to a database of either kind. */
interface PlainConnection {
  query(sql: string): Promise<readonly { readonly n?: number }[]>;
  end(): Promise<void>;
}

const waitingTransactions = {
  postgres:
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  mariadb: `SELECT count(*) AS n FROM information_schema.INNODB_TRX JOIN information_schema.PROCESSLIST ON ID = trx_mysql_thread_id
    WHERE DB = database() AND trx_state = 'LOCK WAIT'`,
};

/** Milliseconds between two looks. MariaDB shows what it showed before if somebody looked within 100 ms. */
const pauses = { postgres: 5, mariadb: 150 };

/**
 * Keeps rows of a shop for a moment, so that others come to them one after the other. A second connection looks on: it sees who waits.
 */
export class RowLock {
  /** Whoever wants to keep something else than an order's row does it by this one. */
  readonly stranger: PlainConnection;
  readonly #onlooker: PlainConnection;
  readonly #kind: "postgres" | "mariadb";

  private constructor(
    kind: "postgres" | "mariadb",
    [stranger, onlooker]: readonly [PlainConnection, PlainConnection],
  ) {
    this.#kind = kind;
    this.stranger = stranger;
    this.#onlooker = onlooker;
  }

  static async open({ database }: TestDatabase): Promise<RowLock> {
    if (database.kind === "sqljs") throw new Error("sql.js keeps no rows");
    const { kind, url } = database;
    const connect = kind === "postgres" ? connectToPostgres : connectToMariadb;
    return new RowLock(kind, await Promise.all([connect(url), connect(url)]));
  }

  /** Each comes to the order while its row is kept, one after the other. Then they are let go; resolves when all have ended. */
  async meetAt(code: string, acts: readonly (() => Promise<unknown>)[]): Promise<void> {
    await this.stranger.query("BEGIN");
    const table = this.#kind === "postgres" ? '"order"' : "`order`";
    await this.stranger.query(`SELECT id FROM ${table} WHERE code = '${code}' FOR UPDATE`);
    const begun: Promise<unknown>[] = [];
    let open = 0;
    for (const act of acts) {
      open += 1;
      const one = act().finally(() => {
        open -= 1;
      });
      begun.push(one);
      // What does not touch the order has ended by now.
      await Promise.race([this.waiting(() => open), one]);
    }
    await this.stranger.query("COMMIT");
    await Promise.all(begun);
  }

  /** Resolves when so many transactions wait for a lock in this database. */
  async waiting(count: () => number): Promise<void> {
    for (;;) {
      const [row] = await this.#onlooker.query(waitingTransactions[this.#kind]);
      if (Number(row?.n) >= count()) return;
      await new Promise((resolve) => setTimeout(resolve, pauses[this.#kind]));
    }
  }

  async close(): Promise<void> {
    await this.stranger.end();
    await this.#onlooker.end();
  }
}

async function connectToPostgres(url: string): Promise<PlainConnection> {
  const client = new Client(url);
  await client.connect();
  return { query: async (sql) => (await client.query(sql)).rows, end: () => client.end() };
}

async function connectToMariadb(url: string): Promise<PlainConnection> {
  const connection = await createConnection(url);
  return {
    query: async (sql) => (await connection.query(sql))[0] as { n?: number }[],
    end: () => connection.end(),
  };
}
