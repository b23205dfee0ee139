import type { OrderPortAnswer } from "../ports/orders.ts";

/** Stops a host's run of one effect with an error, which rolls the host's transaction back, and remembers the answer. */
export class EffectRollbackTrigger {
  #answer: OrderPortAnswer | undefined;

  /** Forgets the answer: the host may repeat its transaction, such as after a deadlock. */
  reset(): void {
    this.#answer = undefined;
  }

  /** @throws Error always */
  with(answer: OrderPortAnswer): never {
    this.#answer = answer;
    throw new Error("refused" in answer ? answer.refused.message : "The job was completed before.");
  }

  /** Returns the answer that the host was stopped with, even if the host wrapped the error; otherwise the host's own answer. */
  async outcomeOf(run: () => Promise<OrderPortAnswer>): Promise<OrderPortAnswer> {
    try {
      const answer = await run();
      return this.#answer ?? answer;
    } catch (error) {
      if (this.#answer === undefined) throw error;
      return this.#answer;
    }
  }
}
