import type { SqlConnection, SqlDriver } from "@pay-index/core";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { RunnerConnection } from "./runner-connection.ts";
import { runnerOf } from "./runner-of.ts";
import { SharedRunner } from "./shared-runner.ts";
import type { Statements } from "./statement.ts";

/**
 * SQLite in whatever form, for development and tests: TypeORM has one connection to it, which everybody shares. Writes are kept
 * apart from Vendure's transactions; reads may see what one of them has not committed.
 */
export class SqliteDatabase implements SqlDriver<RequestContext> {
  readonly read: SqlConnection = {
    all: (sql, parameters) => this.#connection(this.#runner).all(sql, parameters),
    run: (sql, parameters) => this.#connection(this.#runner).run(sql, parameters),
  };
  readonly #vendure: TransactionalConnection;
  readonly #statements: Statements;

  constructor(vendure: TransactionalConnection, statements: Statements) {
    this.#vendure = vendure;
    this.#statements = statements;
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return SharedRunner.of(this.#runner).transaction((runner) => work(this.#connection(runner)));
  }

  within(ctx: RequestContext): SqlConnection {
    return this.#connection(runnerOf(this.#vendure, ctx));
  }

  /** The same each time. Asked for when it is needed: before Vendure has connected there is none. */
  get #runner(): QueryRunner {
    return this.#vendure.rawConnection.createQueryRunner();
  }

  #connection(runner: QueryRunner): SqlConnection {
    return new RunnerConnection(runner, this.#statements);
  }
}
