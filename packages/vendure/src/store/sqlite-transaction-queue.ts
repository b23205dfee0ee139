import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { isPayIndexError, PayIndexError } from "@pay-index/core";
import type { QueryRunner } from "typeorm";

/** Milliseconds to wait for the end of a transaction of Vendure. */
const transactionWaitMs = 5000;

const instances = new WeakMap<QueryRunner, SqliteTransactionQueue>();

/** Identifies the open transaction for everything that its owner calls. */
type TransactionScope = object;

/**
 * Serializes the transactions of TypeORM's single connection to a SQLite database. A transaction that begins while
 * another is open becomes a part of that one, and rolls back with it. Two that begin at the same moment never end. So
 * each transaction, of Vendure and of the plugin, begins after the one before has ended, and only calls of its owner
 * become a part of it.
 */
export class SqliteTransactionQueue {
  readonly #runner: QueryRunner;
  readonly #inside = new AsyncLocalStorage<TransactionScope>();
  #turn: Promise<unknown> = Promise.resolve();
  #holder: TransactionScope | undefined;
  /** The scopes of hooks that did not end in time (ENG-HOOK-LIMIT): their connection is that of everybody else. */
  readonly #abandoned = new WeakSet<TransactionScope>();

  private constructor(runner: QueryRunner) {
    this.#runner = runner;
    const begin = runner.startTransaction.bind(runner);
    const query = runner.query.bind(runner);
    runner.query = (...input: Parameters<typeof query>) => {
      this.#refuseAbandoned();
      return query(...input);
    };
    runner.startTransaction = (level) => {
      this.#refuseAbandoned();
      if (this.#holder !== undefined && this.#inside.getStore() === this.#holder) return begin(level);
      const holder = {};
      // From now on for everything that the caller does.
      this.#inside.enterWith(holder);
      return this.#inTurn(async () => {
        await this.#whenFree();
        this.#holder = holder;
        await begin(level);
      });
    };
  }

  static of(runner: QueryRunner): SqliteTransactionQueue {
    const shared = instances.get(runner) ?? new SqliteTransactionQueue(runner);
    instances.set(runner, shared);
    return shared;
  }

  /** Runs one read outside of exclusive work. */
  read<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => work(this.#runner));
  }

  /**
   * Runs a function while only its own calls can begin a transaction.
   *
   * @throws PayIndexError `store_unavailable` if a transaction of Vendure does not end. Then `work` was not called
   */
  alone<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      await this.#whenFree();
      const holder = {};
      this.#holder = holder;
      return this.#inside
        .run(holder, () => work(this.#runner))
        .catch((error) => {
          if (isPayIndexError(error, "hook_timeout")) this.#abandoned.add(holder);
          throw error;
        });
    });
  }

  #refuseAbandoned(): void {
    const scope = this.#inside.getStore();
    if (scope !== undefined && this.#abandoned.has(scope))
      throw new Error(
        "The transaction was rolled back, because the function of the shop did not end in time.",
      );
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #whenFree(): Promise<void> {
    const end = performance.now() + transactionWaitMs;
    while (this.#runner.isTransactionActive) {
      if (performance.now() >= end)
        throw new PayIndexError(
          "store_unavailable",
          `A transaction of Vendure's has been open for more than ${transactionWaitMs} ms. Start payments outside of transactions.`,
        );
      // TypeORM has no event for the end of a transaction.
      await pause(2);
    }
  }
}
