import { promisify } from "node:util";
import {
  isTransactionConflict,
  type SqlConnection,
  type SqlParameters,
  type SqlRow,
} from "@pay-index/core/store";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import type { MysqlDriver } from "typeorm/driver/mysql/MysqlDriver.js";
import { toMariadbSteps } from "./mariadb-statements.ts";
import { QueryRunnerConnection } from "./query-runner-connection.ts";
import { ServerDatabase } from "./server-database.ts";
import type { StatementTranslator } from "./statement-translator.ts";

/** How often a transaction runs that the database ends for another one. */
const maxTries = 5;

/** MariaDB and MySQL. */
export class MariadbDatabase extends ServerDatabase {
  constructor(vendure: TransactionalConnection, statements: StatementTranslator) {
    super(vendure, statements);
    setReadCommitted(this.#driver);
  }

  get #driver(): MysqlDriver {
    return this.vendure.rawConnection.driver as MysqlDriver;
  }

  /** TypeORM's default, and that of its driver, is 10. */
  protected get mostConnections(): number {
    return this.#driver.options.poolSize ?? 10;
  }

  override async write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await super.write(work);
      } catch (error) {
        if (tries === maxTries || !isTransactionConflict(error)) throw error;
      }
    }
  }

  /** After a deadlock, Vendure waits for the same promise again and reports an empty result, so it does not get this error. */
  override async transaction<Result>(
    ctx: RequestContext,
    work: (tx: RequestContext) => Promise<Result>,
  ): Promise<Result> {
    let failure: { readonly error: unknown } | undefined;
    const report = async (tx: RequestContext) => {
      try {
        return await work(tx);
      } catch (error) {
        failure = { error };
        throw new Error("The transaction failed.");
      }
    };
    return super.transaction(ctx, report).catch((error: unknown) => {
      throw failure === undefined ? error : failure.error;
    });
  }

  protected connect(runner: QueryRunner): SqlConnection {
    return new MariadbConnection(runner, this.statements);
  }

  protected async begin(runner: QueryRunner): Promise<void> {
    refuseAfterConflict(runner);
  }
}

/** One connection. Statements that change rows run in a transaction. */
export class MariadbConnection extends QueryRunnerConnection {
  override async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return (await this.#execute(sql, parameters)).rows;
  }

  override async run(sql: string, parameters: SqlParameters): Promise<number> {
    return (await this.#execute(sql, parameters)).count;
  }

  async #execute(sql: string, parameters: SqlParameters) {
    const { choose, main, returning, mayKeepRow } = toMariadbSteps(sql);
    let named = parameters;
    let rows: readonly SqlRow[] = [];
    if (choose !== undefined) {
      rows = (await this.query(choose, parameters)).records;
      if (rows.length === 0) return { rows, count: 0 };
      // The driver writes an array as a list.
      named = { ...parameters, chosen: rows.map(({ id }) => id) as unknown as string };
    }
    const { raw, records, affected = 0 } = await this.query(main, named);
    const count = mayKeepRow === true ? Number(raw.insertId !== 1) : affected;
    if (returning !== undefined) rows = count === 0 ? [] : (await this.query(returning, named)).records;
    else if (choose === undefined) rows = records ?? [];
    return { rows, count };
  }
}

/** The part of a connection of the pool that is used here. */
interface PoolConnection {
  query(sql: string, done: (error: Error | null) => void): void;
}

const drivers = new WeakSet<MysqlDriver>();

/**
 * Gives each connection of the pool the isolation that Vendure and the plugin have on Postgres. With the default, a transaction reads the
 * state of its first read, also after it has waited for a lock: a paid order would be compared with an old cart. It applies to
 * Vendure's own transactions, because the plugin's guards read in them.
 */
function setReadCommitted(driver: MysqlDriver): void {
  if (drivers.has(driver)) return;
  drivers.add(driver);
  const prepared = new WeakSet<PoolConnection>();
  const obtain = driver.obtainMasterConnection.bind(driver);
  driver.obtainMasterConnection = async () => {
    const connection: PoolConnection = await obtain();
    if (!prepared.has(connection)) {
      await promisify(connection.query.bind(connection))(
        "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
      );
      prepared.add(connection);
    }
    return connection;
  };
}

const watched = new WeakSet<QueryRunner>();

/**
 * Makes a transaction fail for good when the database has rolled it back for another one, as Postgres does. Otherwise the rest of it
 * would be committed statement by statement: a completed job without its order.
 */
function refuseAfterConflict(runner: QueryRunner): void {
  if (watched.has(runner)) return;
  watched.add(runner);
  const query = runner.query.bind(runner) as (...input: unknown[]) => Promise<unknown>;
  let conflict: unknown;
  const checked = async (...input: unknown[]) => {
    if (input[0] === "ROLLBACK") conflict = undefined;
    if (conflict !== undefined)
      throw new Error("The database has rolled this transaction back.", { cause: conflict });
    try {
      return await query(...input);
    } catch (error) {
      if (isTransactionConflict(error)) conflict = error;
      throw error;
    }
  };
  Object.assign(runner, { query: checked });
}
