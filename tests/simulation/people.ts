import { type Gateway, PayIndexError } from "@pay-index/core";
import type { Shop } from "./shop.ts";

export const operator = { id: "u1", name: "Grace" };

/** The people of a simulation: what they ask the shop, and which of them are not done. */
export class People {
  readonly shop: Shop;
  busy = 0;

  constructor(shop: Shop) {
    this.shop = shop;
  }

  /** Runs what a person does. Whoever meets an error without a code has found a fault of the shop. */
  run(work: () => Promise<void>): void {
    this.busy++;
    void work()
      .catch((error: unknown) => {
        this.shop.world.check(false, "nobody meets an error without a code", () =>
          String(Object(error).stack ?? error),
        );
      })
      .finally(() => {
        this.busy--;
      });
  }

  sleep(milliseconds: number): Promise<void> {
    return this.shop.world.scheduler.sleep(milliseconds);
  }

  /** Undefined: the shop did not answer, or refused with a code. */
  async ask<Answer>(ask: (gateway: Gateway) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await this.shop.request(ask);
    } catch (error) {
      if (!(error instanceof PayIndexError)) throw error;
      this.shop.world.trace(
        "somebody",
        () => `is refused: ${error.code} ${JSON.stringify(error.problems ?? "")}`,
      );
      return undefined;
    }
  }
}
