import { retryOnLostConnection, type SqlConnection } from "@pay-index/core/store";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { requireActiveQueryRunner } from "./require-active-query-runner.ts";
import { runInTransaction } from "./run-in-transaction.ts";
import type { StatementTranslator } from "./statement-translator.ts";
import type { VendureDatabase } from "./vendure-database.ts";

/**
 * A database server, through the pool of Vendure. Each read and each write borrows a connection that no request of
 * Vendure uses.
 */
export abstract class ServerDatabase implements VendureDatabase {
  readonly skipLocked = "FOR UPDATE SKIP LOCKED";
  readonly read: SqlConnection = {
    all: (sql, parameters) =>
      retryOnLostConnection(this.mostConnections, () =>
        this.#lend((runner) => this.connect(runner).all(sql, parameters)),
      ),
    run: (sql, parameters) => this.#lend((runner) => this.connect(runner).run(sql, parameters)),
  };

  constructor(
    protected readonly vendure: TransactionalConnection,
    protected readonly statements: StatementTranslator,
  ) {}

  /** The highest number of connections in the pool. */
  protected abstract readonly mostConnections: number;
  protected abstract connect(runner: QueryRunner): SqlConnection;
  /** Undefined: the connection has READ COMMITTED already. */
  protected readonly isolation?: "READ COMMITTED";
  /** Runs at the begin of each transaction of the plugin. */
  protected abstract begin(runner: QueryRunner): Promise<unknown>;

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return retryOnLostConnection(this.mostConnections, (begun) =>
      this.#lend((runner) => {
        const limited = async () => {
          begun();
          await this.begin(runner);
          return work(this.connect(runner));
        };
        return runInTransaction(runner, limited, this.isolation);
      }),
    );
  }

  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.vendure.withTransaction(ctx, async (tx) => {
      await this.begin(requireActiveQueryRunner(this.vendure, tx));
      return work(tx);
    });
  }

  within(ctx: RequestContext): SqlConnection {
    return this.connect(requireActiveQueryRunner(this.vendure, ctx));
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
}
