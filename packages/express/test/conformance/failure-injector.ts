import type { TransactionalStore } from "@pay-index/core/store";

/** What will befall the shop when it places its next order. */
export class FailureInjector<Tx> {
  #next: "stumble" | "die" | undefined;
  #isPlaced = false;

  /** @param store dies with the transaction in which an order was placed, if it was told to */
  constructor(store: TransactionalStore<Tx>) {
    const transaction = store.transaction.bind(store);
    store.transaction = async (work) => {
      const result = await transaction(work);
      if (this.#isPlaced && this.#next === "die") process.kill(process.pid, "SIGKILL");
      return result;
    };
  }

  plan(next: "stumble" | "die"): void {
    this.#next = next;
  }

  /** Everything of the order is written, and nothing committed. */
  befall(): void {
    this.#isPlaced = true;
    if (this.#next !== "stumble") return;
    this.#next = undefined;
    throw new Error("The shop has stumbled.");
  }
}
