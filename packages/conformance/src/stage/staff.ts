import type { Shop } from "../driver.ts";
import type { Attempt } from "./buyer.ts";

/** Who looks at what is held, and decides. */
export class Staff {
  readonly #shop: Pick<Required<Shop>, "decide">;

  constructor(shop: Pick<Required<Shop>, "decide">) {
    this.#shop = shop;
  }

  /** They have seen the money of this later cycle, whatever was said of it. */
  async accepts({ orderNumber }: Pick<Attempt, "orderNumber">, cycle: number): Promise<void> {
    const ground = {
      operator: { id: "user_1", name: "Grace" },
      note: "The rest of it came by bank transfer.",
    };
    await this.#shop.decide({ orderNumber, cycle, action: "accepted", ...ground });
  }
}
