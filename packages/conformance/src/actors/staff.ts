import type { JobKind } from "@pay-index/core/store";
import type { HostShop } from "../host-driver.ts";
import type { SubmittedAttempt } from "./buyer.ts";

/** Who looks at what is held, and decides. */
export class Staff {
  readonly #shop: Pick<Required<HostShop>, "decide">;

  constructor(shop: Pick<Required<HostShop>, "decide">) {
    this.#shop = shop;
  }

  /** They refund this attempt at the gateway, and resolve its review item of this kind with that. */
  async refunds(
    { order, orderNumber }: Pick<SubmittedAttempt, "order" | "orderNumber">,
    kind: JobKind,
  ): Promise<void> {
    const { items } = (await order.reading()).book;
    const item = items.find((each) => each.kind === kind && each.orderNumber === orderNumber);
    if (item === undefined) throw new Error(`there is no review item ${kind} of ${orderNumber}`);
    const operator = { id: "user_1", name: "Grace" };
    const note = "Refunded at the gateway.";
    await this.#shop.decide({ orderNumber, action: "refunded", item: item.id, operator, note });
  }

  /** They have seen the money of this later cycle, whatever was said of it. */
  async accepts({ orderNumber }: Pick<SubmittedAttempt, "orderNumber">, cycle: number): Promise<void> {
    const ground = {
      operator: { id: "user_1", name: "Grace" },
      note: "The rest of it came by bank transfer.",
    };
    await this.#shop.decide({ orderNumber, cycle, action: "accepted", ...ground });
  }
}
