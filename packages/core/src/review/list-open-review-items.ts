import type { ReviewItem } from "../payment/review-item.ts";
import type { PaymentStore } from "../ports/store.ts";

type ReviewItemStore = Pick<PaymentStore, "listReviewItems">;

/** The number of items that the first read of `listOpenReviewItems` asks for. Most shops have fewer. */
const firstReadLimit = 1000;

/**
 * Returns every open review item. There can be thousands, such as after a morning without the gateway.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function listOpenReviewItems(store: ReviewItemStore): Promise<readonly ReviewItem[]> {
  for (let limit = firstReadLimit; ; limit *= 10) {
    const items = await store.listReviewItems(limit);
    if (items.length < limit) return items;
  }
}
