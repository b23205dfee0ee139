import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { PayIndexError } from "@pay-index/core";
import type { QueryRunner } from "typeorm";

/** Milliseconds that we wait for a transaction of Vendure's to end. */
const transactionWaitMs = 5000;

const instances = new WeakMap<QueryRunner, SerializedQueryRunner>();

/** Whoever's transaction is open: what is called by it is known by this. */
type TransactionScope = object;

/**
 * TypeORM's one runner for a SQLite database. A transaction that begins on it while another is open becomes a part of that one, and
 * is undone with it; two that begin in one moment leave the database open for ever. So each begins when the one before has
 * ended, Vendure's as well as ours, and only what is called by the holder of the open one becomes a part of it.
 */
export class SerializedQueryRunner {
  readonly #runner: QueryRunner;
  readonly #inside = new AsyncLocalStorage<TransactionScope>();
  #turn: Promise<unknown> = Promise.resolve();
  #holder: TransactionScope | undefined;

  private constructor(runner: QueryRunner) {
    this.#runner = runner;
    const begin = runner.startTransaction.bind(runner);
    runner.startTransaction = (level) => {
      if (this.#holder !== undefined && this.#inside.getStore() === this.#holder) return begin(level);
      const holder = {};
      // From here on for everything that the caller does.
      this.#inside.enterWith(holder);
      return this.#inTurn(async () => {
        await this.#whenFree();
        this.#holder = holder;
        await begin(level);
      });
    };
  }

  static of(runner: QueryRunner): SerializedQueryRunner {
    const shared = instances.get(runner) ?? new SerializedQueryRunner(runner);
    instances.set(runner, shared);
    return shared;
  }

  /** One statement that sees no half of what runs alone. */
  read<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => work(this.#runner));
  }

  /**
   * While this runs only what it calls can begin a transaction.
   *
   * @throws PayIndexError `store_unavailable`: Vendure's transaction does not end; then `work` was not called
   */
  alone<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      await this.#whenFree();
      const holder = {};
      this.#holder = holder;
      return this.#inside.run(holder, () => work(this.#runner));
    });
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
      // TypeORM tells nobody when a transaction has ended.
      await pause(2);
    }
  }
}
