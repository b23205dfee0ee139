import type { ReviewKind } from "@pay-index/core/store";
import type { CancellationReply, HostShop } from "../host-driver.ts";
import type { SubmittedAttempt } from "./buyer.ts";

/** The staff who resolve review items. */
export class Staff {
  readonly #shop: Pick<Required<HostShop>, "resolveReviewItem" | "cancelSubscription">;

  constructor(shop: Pick<Required<HostShop>, "resolveReviewItem" | "cancelSubscription">) {
    this.#shop = shop;
  }

  /** Refunds this attempt at the gateway, then records the refund in its review item of this kind. */
  async refunds(
    { order, attemptId }: Pick<SubmittedAttempt, "order" | "attemptId">,
    kind: ReviewKind,
  ): Promise<void> {
    const { reviewItems } = (await order.reading()).payment;
    const item = reviewItems.find((each) => each.kind === kind && each.attemptId === attemptId);
    if (item === undefined) throw new Error(`there is no review item ${kind} of ${attemptId}`);
    const operator = { id: "user_1", name: "Grace" };
    const note = "Refunded at the gateway.";
    await this.#shop.resolveReviewItem({
      attemptId,
      action: "record-refund",
      reviewItemId: item.id,
      operator,
      note,
    });
  }

  /** Cancels the subscription that this attempt started. */
  cancels({ order, attemptId }: Pick<SubmittedAttempt, "order" | "attemptId">): Promise<CancellationReply> {
    const { tenant, reference } = order.checkout;
    const by = { id: "user_1", name: "Grace" };
    return this.#shop.cancelSubscription({ tenant, reference, attemptId, by });
  }

  /** Accepts this later cycle, as staff do who saw the payment at the gateway. */
  async accepts({ attemptId }: Pick<SubmittedAttempt, "attemptId">, cycle: number): Promise<void> {
    const reason = {
      operator: { id: "user_1", name: "Grace" },
      note: "The rest arrived by bank transfer.",
    };
    await this.#shop.resolveReviewItem({ attemptId, cycle, action: "accept", ...reason });
  }
}
