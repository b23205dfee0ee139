import type { SqlConnection } from "@pay-index/core";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { inTransaction } from "./in-transaction.ts";
import { RunnerConnection } from "./runner-connection.ts";
import { runnerOf } from "./runner-of.ts";
import { SharedRunner } from "./shared-runner.ts";
import type { Statements } from "./statement.ts";
import type { VendureDatabase } from "./vendure-database.ts";

/**
 * SQLite in whatever form, for development and tests: TypeORM has one connection to it, which everybody shares. What is
 * ours is kept apart from Vendure's transactions; reads may see what one of those has not committed.
 */
export class SqliteDatabase implements VendureDatabase {
  readonly read: SqlConnection = {
    all: (sql, parameters) => this.#shared.read((runner) => this.#connection(runner).all(sql, parameters)),
    run: (sql, parameters) => this.#shared.read((runner) => this.#connection(runner).run(sql, parameters)),
  };
  readonly #vendure: TransactionalConnection;
  readonly #statements: Statements;

  constructor(vendure: TransactionalConnection, statements: Statements) {
    this.#vendure = vendure;
    this.#statements = statements;
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return this.#shared.alone((runner) => inTransaction(runner, () => work(this.#connection(runner))));
  }

  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.#shared.alone(() => this.#vendure.withTransaction(ctx, work));
  }

  within(ctx: RequestContext): SqlConnection {
    return this.#connection(runnerOf(this.#vendure, ctx));
  }

  /** The same each time. Asked for when it is needed: before Vendure has connected there is none. */
  get #shared(): SharedRunner {
    return SharedRunner.of(this.#vendure.rawConnection.createQueryRunner());
  }

  #connection(runner: QueryRunner): SqlConnection {
    return new RunnerConnection(runner, this.#statements);
  }
}
