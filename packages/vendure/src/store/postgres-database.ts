import type { SqlConnection, SqlDriver } from "@pay-index/core";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { RunnerConnection } from "./runner-connection.ts";
import { runnerOf } from "./runner-of.ts";
import type { Statements } from "./statement.ts";

/**
 * Milliseconds that a write waits for a lock. And a commit must outlive a loss of power, whatever the shop has set: the gateway is
 * told OK after it.
 */
const settings = `SELECT set_config('lock_timeout', '5000', true),
CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END`;

/** Vendure's own pool. Each read and each write borrows a connection that no request of Vendure's is using. */
export class PostgresDatabase implements SqlDriver<RequestContext> {
  readonly skipLocked = "FOR UPDATE SKIP LOCKED";
  readonly read: SqlConnection = {
    all: (sql, parameters) => this.#lend((runner) => this.#connection(runner).all(sql, parameters)),
    run: (sql, parameters) => this.#lend((runner) => this.#connection(runner).run(sql, parameters)),
  };
  readonly #vendure: TransactionalConnection;
  readonly #statements: Statements;

  constructor(vendure: TransactionalConnection, statements: Statements) {
    this.#vendure = vendure;
    this.#statements = statements;
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return this.#lend(async (runner) => {
      await runner.startTransaction("READ COMMITTED");
      try {
        await runner.query(settings);
        const result = await work(this.#connection(runner));
        await runner.commitTransaction();
        return result;
      } catch (error) {
        // Whatever this says, the first error is the one to tell.
        await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    });
  }

  within(ctx: RequestContext): SqlConnection {
    return this.#connection(runnerOf(this.#vendure, ctx));
  }

  async #lend<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    const runner = this.#vendure.rawConnection.createQueryRunner("master");
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  #connection(runner: QueryRunner): SqlConnection {
    return new RunnerConnection(runner, this.#statements);
  }
}
