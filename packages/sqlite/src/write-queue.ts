import { PayIndexError } from "@pay-index/core";

interface Waiter {
  readonly go: () => void;
  readonly giveUp: (error: Error) => void;
}

/**
 * Runs writes one after another, in the order of arrival. A connection has one transaction, and a write during an
 * awaited callback of that transaction would become a part of it.
 */
export class WriteQueue {
  readonly #patience: number;
  readonly #waiting: Waiter[] = [];
  readonly #whenIdle: (() => void)[] = [];
  #busy = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param patience milliseconds to wait for the end of one turn */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** @throws PayIndexError `store_unavailable` if the turn before does not end. Then `work` was not called */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Resolves when no write runs or waits. */
  idle(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#whenIdle.push(resolve)) : Promise.resolve();
  }

  async #turn(): Promise<void> {
    if (this.#busy) {
      await new Promise<void>((go, giveUp) => {
        this.#waiting.push({ go, giveUp });
        this.#watch();
      });
    }
    this.#busy = true;
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      if (this.#waiting.length > 0) this.#watch();
      next.go();
      return;
    }
    this.#busy = false;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** Otherwise a transaction that awaits a write of its own store would wait forever. */
  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const error = new PayIndexError(
        "store_unavailable",
        `A transaction of this process has held the database for more than ${this.#patience} ms. ` +
          "Inside transaction(), write with its tx, and await nothing slow.",
      );
      for (const { giveUp } of this.#waiting.splice(0)) giveUp(error);
    }, this.#patience);
  }
}
