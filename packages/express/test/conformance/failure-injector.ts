import type { TransactionalStore } from "@pay-index/core/store";

/** Makes the shop fail or die when it places its next order. */
export class FailureInjector<Tx> {
  #next: "fail" | "kill" | undefined;
  #isPlaced = false;
  #hanging: string | undefined;
  readonly #released = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();

  /** @param store kills the process after the transaction in which an order was placed, if that is planned */
  constructor(store: TransactionalStore<Tx>) {
    const transaction = store.transaction.bind(store);
    store.transaction = async (work) => {
      const result = await transaction(work);
      if (this.#isPlaced && this.#next === "kill") process.kill(process.pid, "SIGKILL");
      return result;
    };
  }

  plan(next: "fail" | "kill"): void {
    this.#next = next;
  }

  /** The order of this reference hangs once, until `endHang`. */
  hang(reference: string): void {
    this.#hanging = reference;
  }

  endHang(): Promise<void> {
    this.#released.resolve();
    return this.#ended.promise;
  }

  /** @param late what the shop does when it goes on, long after its time limit */
  async hangIfPlanned(reference: string, late: () => Promise<unknown>): Promise<void> {
    if (this.#hanging !== reference) return;
    this.#hanging = undefined;
    await this.#released.promise;
    await late().finally(() => this.#ended.resolve());
  }

  /** Call it after everything of the order is written, and before anything is committed. */
  failIfPlanned(): void {
    this.#isPlaced = true;
    if (this.#next !== "fail") return;
    this.#next = undefined;
    throw new Error("The shop fails, as the test planned.");
  }
}
