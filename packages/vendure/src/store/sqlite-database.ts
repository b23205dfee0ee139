import type { SqlConnection } from "@pay-index/core/store";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { QueryRunnerConnection } from "./query-runner-connection.ts";
import { requireActiveQueryRunner } from "./require-active-query-runner.ts";
import { runInTransaction } from "./run-in-transaction.ts";
import { SqliteTransactionQueue } from "./sqlite-transaction-queue.ts";
import type { StatementTranslator } from "./statement-translator.ts";
import type { VendureDatabase } from "./vendure-database.ts";

/**
 * SQLite databases of every TypeORM driver, for development and tests. TypeORM has one connection for everybody. The
 * plugin's transactions do not join those of Vendure, but reads can return uncommitted data of Vendure.
 */
export class SqliteDatabase implements VendureDatabase {
  readonly read: SqlConnection = {
    all: (sql, parameters) => this.#shared.read((runner) => this.#connection(runner).all(sql, parameters)),
    run: (sql, parameters) => this.#shared.read((runner) => this.#connection(runner).run(sql, parameters)),
  };

  constructor(
    private readonly vendure: TransactionalConnection,
    private readonly statements: StatementTranslator,
  ) {}

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return this.#shared.alone((runner) => runInTransaction(runner, () => work(this.#connection(runner))));
  }

  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.#shared.alone(() => this.vendure.withTransaction(ctx, work));
  }

  within(ctx: RequestContext): SqlConnection {
    return this.#connection(requireActiveQueryRunner(this.vendure, ctx));
  }

  /** Always the same object. Created at first use, because Vendure is not connected before. */
  get #shared(): SqliteTransactionQueue {
    return SqliteTransactionQueue.of(this.vendure.rawConnection.createQueryRunner());
  }

  #connection(runner: QueryRunner): SqlConnection {
    return new QueryRunnerConnection(runner, this.statements);
  }
}
