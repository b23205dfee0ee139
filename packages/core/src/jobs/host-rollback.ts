import type { OrderPortAnswer } from "../ports/orders.ts";

/** Ends a host's run of one effect with an error, which rolls the host's transaction back, and remembers its outcome. */
export class HostRollback {
  #outcome: OrderPortAnswer | undefined;

  /** Forgets the outcome: the host may repeat its transaction, after a deadlock for example. */
  reset(): void {
    this.#outcome = undefined;
  }

  /** @throws Error always */
  with(outcome: OrderPortAnswer): never {
    this.#outcome = outcome;
    throw new Error("refused" in outcome ? outcome.refused.message : "This work was done before.");
  }

  /** Returns the outcome that the host was stopped with, even if the host wrapped the error; otherwise what it answered. */
  async outcomeOf(run: () => Promise<OrderPortAnswer>): Promise<OrderPortAnswer> {
    try {
      const applied = await run();
      return this.#outcome ?? applied;
    } catch (error) {
      if (this.#outcome === undefined) throw error;
      return this.#outcome;
    }
  }
}
