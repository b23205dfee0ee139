import type { ReviewKind } from "@pay-index/core/store";
import type { CancellationReply, HostShop } from "../host-driver.ts";
import type { SubmittedAttempt } from "./buyer.ts";

type StaffMethods = Pick<Required<HostShop>, "resolveReviewItem" | "cancelSubscription">;

export const operator = { id: "user_1", name: "Grace" };

/** The staff who resolve review items. */
export class Staff {
  readonly #shop: StaffMethods;

  constructor(shop: StaffMethods) {
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
    const reason = { operator, note: "Refunded at the gateway." };
    const resolution = { attemptId, reviewItemId: item.id, action: "record-refund" } as const;
    await this.#shop.resolveReviewItem({ ...resolution, ...reason });
  }

  /** Cancels the subscription that this attempt started. */
  cancels({ order, attemptId }: Pick<SubmittedAttempt, "order" | "attemptId">): Promise<CancellationReply> {
    const { tenant, reference } = order.checkout;
    return this.#shop.cancelSubscription({ tenant, reference, attemptId, by: operator });
  }

  /** Accepts this later cycle, as staff do who saw the payment at the gateway. */
  async accepts({ attemptId }: Pick<SubmittedAttempt, "attemptId">, cycle: number): Promise<void> {
    const reason = { operator, note: "The rest arrived by bank transfer." };
    await this.#shop.resolveReviewItem({ attemptId, cycle, action: "accept", ...reason });
  }
}
