import { type JobOutcome, MemoryStore, type TransactionalStore } from "@pay-index/core/store";

/** What a transaction of this store can do: keep a write until it commits. */
export interface MemoryTx {
  write(change: () => void): void;
  readonly completed: Map<string, JobOutcome>;
}

/** The memory store with transactions, one at a time as on one connection, and a plug that can be pulled. */
export class MemoryExpressStore extends MemoryStore implements TransactionalStore<MemoryTx> {
  down = false;
  closed = false;
  readonly #completed = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    const plug = this;
    // biome-ignore lint/correctness/noConstructorReturn: every method of the store fails while it is down
    return new Proxy(this, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return async (...input: unknown[]) => {
          if (plug.down) throw new Error("database is locked");
          return value.apply(target, input);
        };
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  }

  transaction<R>(work: (tx: MemoryTx) => Promise<R>): Promise<R> {
    const mine = this.#last.then(() => this.#run(work));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #run<R>(work: (tx: MemoryTx) => Promise<R>): Promise<R> {
    const writes: (() => void)[] = [];
    const completed = new Map<string, JobOutcome>();
    const result = await work({ write: (change) => void writes.push(change), completed });
    for (const [jobId, outcome] of completed) {
      this.#completed.add(jobId);
      await super.completeJob(jobId, outcome);
    }
    for (const write of writes) write();
    return result;
  }

  override async completeJob(jobId: string, outcome: JobOutcome, tx?: MemoryTx): Promise<boolean> {
    if (tx === undefined) return super.completeJob(jobId, outcome);
    if (this.#completed.has(jobId) || tx.completed.has(jobId)) return false;
    tx.completed.set(jobId, outcome);
    return true;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
