import { retryOnLostConnection, type SqlConnection } from "@pay-index/core/store";
import { transactionSettingsSql } from "@pay-index/postgres/adapter";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { QueryRunnerConnection } from "./query-runner-connection.ts";
import { requireActiveQueryRunner } from "./require-active-query-runner.ts";
import { runInTransaction } from "./run-in-transaction.ts";
import type { StatementTranslator } from "./statement-translator.ts";
import type { VendureDatabase } from "./vendure-database.ts";

/** The pool of Vendure. Each read and each write borrows a connection that no request of Vendure uses. */
export class PostgresDatabase implements VendureDatabase {
  readonly skipLocked = "FOR UPDATE SKIP LOCKED";
  readonly read: SqlConnection = {
    all: (sql, parameters) =>
      retryOnLostConnection(this.#connections, () =>
        this.#lend((runner) => this.#connection(runner).all(sql, parameters)),
      ),
    run: (sql, parameters) => this.#lend((runner) => this.#connection(runner).run(sql, parameters)),
  };

  constructor(
    private readonly vendure: TransactionalConnection,
    private readonly statements: StatementTranslator,
  ) {}

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return retryOnLostConnection(this.#connections, (begun) =>
      this.#lend((runner) => {
        const limited = async () => {
          begun();
          await runner.query(transactionSettingsSql);
          return work(this.#connection(runner));
        };
        return runInTransaction(runner, limited, "READ COMMITTED");
      }),
    );
  }

  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.vendure.withTransaction(ctx, async (tx) => {
      await requireActiveQueryRunner(this.vendure, tx).query(transactionSettingsSql);
      return work(tx);
    });
  }

  within(ctx: RequestContext): SqlConnection {
    return this.#connection(requireActiveQueryRunner(this.vendure, ctx));
  }

  get #connections(): number {
    const { master } = this.vendure.rawConnection.driver as PostgresDriver;
    return master.options.max;
  }

  async #lend<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    const runner = this.vendure.rawConnection.createQueryRunner("master");
    try {
      return await work(runner);
    } catch (error) {
      // TypeORM releases a runner whose connection fails, and its next error reports only the release.
      if (runner.isReleased) throw new Error("Connection terminated", { cause: error });
      throw error;
    } finally {
      await runner.release();
    }
  }

  #connection(runner: QueryRunner): SqlConnection {
    return new QueryRunnerConnection(runner, this.statements);
  }
}
