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

/** Ids of the open review items, and all that the shop holds about the payment except the buyer's own address. */
export async function readStoredData(
  { app }: TestShop,
  reference: string,
): Promise<{ ids: string[]; text: string }> {
  const {
    state,
    attempts: payments,
    reviewItems,
    placedOrder,
  } = await app.get(PayIndexService).gateway.status({ reference });
  const attempts = payments.map((payment) => [payment.attemptId, payment.state, payment.timeline]);
  const ids = reviewItems.map(({ id }) => id);
  return { ids, text: JSON.stringify([state, attempts, ids, placedOrder]) };
}
