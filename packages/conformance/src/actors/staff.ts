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
    { order, attemptId }: Pick<SubmittedAttempt, "order" | "attemptId">,
    kind: JobKind,
  ): Promise<void> {
    const { reviewItems } = (await order.reading()).book;
    const item = reviewItems.find((each) => each.kind === kind && each.attemptId === attemptId);
    if (item === undefined) throw new Error(`there is no review item ${kind} of ${attemptId}`);
    const operator = { id: "user_1", name: "Grace" };
    const note = "Refunded at the gateway.";
    await this.#shop.decide({ attemptId, action: "record-refund", reviewItemId: item.id, operator, note });
  }

  /** They have seen the money of this later cycle, whatever was said of it. */
  async accepts({ attemptId }: Pick<SubmittedAttempt, "attemptId">, cycle: number): Promise<void> {
    const ground = {
      operator: { id: "user_1", name: "Grace" },
      note: "The rest of it came by bank transfer.",
    };
    await this.#shop.decide({ attemptId, cycle, action: "accept", ...ground });
  }
}
