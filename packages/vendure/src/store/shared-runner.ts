import { setTimeout as pause } from "node:timers/promises";
import { PayIndexError } from "@pay-index/core";
import type { QueryRunner } from "typeorm";

/** Milliseconds that a write waits for a transaction of Vendure's to end. */
const patience = 5000;

const known = new WeakMap<QueryRunner, SharedRunner>();

/**
 * TypeORM's one runner for a SQLite database. A transaction that begins on it while another is open becomes a part of that one,
 * and is undone with it. So ours begin when none is open, and Vendure's wait until ours have ended.
 */
export class SharedRunner {
  readonly #runner: QueryRunner;
  readonly #begin: QueryRunner["startTransaction"];
  #turn: Promise<unknown> = Promise.resolve();
  #ours: Promise<void> | undefined;

  private constructor(runner: QueryRunner) {
    this.#runner = runner;
    this.#begin = runner.startTransaction.bind(runner);
    runner.startTransaction = async (level) => {
      while (this.#ours !== undefined) await this.#ours;
      return this.#begin(level);
    };
  }

  static of(runner: QueryRunner): SharedRunner {
    const shared = known.get(runner) ?? new SharedRunner(runner);
    known.set(runner, shared);
    return shared;
  }

  /** One at a time. @throws PayIndexError `store_unavailable`: Vendure's transaction does not end; then `work` was not called */
  transaction<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(() => this.#alone(work));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #alone<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    await this.#whenFree();
    let letGo: (() => void) | undefined;
    this.#ours = new Promise((resolve) => {
      letGo = resolve;
    });
    try {
      await this.#begin();
      const result = await work(this.#runner);
      await this.#runner.commitTransaction();
      return result;
    } catch (error) {
      if (this.#runner.isTransactionActive) await this.#runner.rollbackTransaction();
      throw error;
    } finally {
      this.#ours = undefined;
      letGo?.();
    }
  }

  async #whenFree(): Promise<void> {
    const end = performance.now() + patience;
    while (this.#runner.isTransactionActive) {
      if (performance.now() >= end)
        throw new PayIndexError(
          "store_unavailable",
          `A transaction of Vendure's has been open for more than ${patience} ms. Start payments outside of transactions.`,
        );
      // TypeORM tells nobody when a transaction has ended.
      await pause(2);
    }
  }
}
