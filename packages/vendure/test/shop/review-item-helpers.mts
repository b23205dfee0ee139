import { PayIndexService } from "@pay-index/vendure";
import type { TestShop } from "./test-shop.mts";

interface ReviewItemInput {
  readonly attemptId: string;
  readonly dedupeKey: string;
  readonly evidence: string;
}

/** Opens a review item as shop code does that asks for a refund. */
export function requestRefundReview({ app }: TestShop, item: ReviewItemInput): Promise<void> {
  return app.get(PayIndexService).gateway.requestRefund(item);
}
