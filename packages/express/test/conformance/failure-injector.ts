import type { TransactionalStore } from "@pay-index/core/store";

/** Makes the shop fail or die when it places its next order. */
export class FailureInjector<Tx> {
  #next: "fail" | "kill" | undefined;
  #isPlaced = false;

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

  /** Call it after everything of the order is written, and before anything is committed. */
  failIfPlanned(): void {
    this.#isPlaced = true;
    if (this.#next !== "fail") return;
    this.#next = undefined;
    throw new Error("The shop fails, as the test planned.");
  }
}
