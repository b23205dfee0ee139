import type { MedusaContainer } from "@medusajs/framework/types";
import type { Operator, ReviewItem } from "@pay-index/core";
import { type BulkResolutionRequest, filterAndPaginateReviewItems } from "@pay-index/core/adapter";
import { type PayIndex, resolvePayIndex } from "../resolve-pay-index.ts";
import { type CartSummary, findCartSummaries } from "./cart-summaries.ts";
import type { ReviewQueueQuery } from "./review-queue-query.ts";
import { filterCartsBySearch } from "./search-carts.ts";
import { invalidOperatorActionError, toMedusaError } from "./staff-errors.ts";
import {
  type BulkItemResultView,
  decodeReviewItemId,
  type ReviewQueueView,
  toRetryResultView,
  toReviewQueueItemView,
} from "./staff-views.ts";

/** One operator action, or a retry, for several review items. */
export interface BulkOperatorActionInput {
  readonly ids: readonly string[];
  readonly action: BulkResolutionRequest["action"] | "retry";
  readonly note: string;
  readonly operator: Operator;
}

/** The review items of all orders and carts. */
export class StaffReviewQueue {
  readonly #container: Pick<MedusaContainer, "resolve">;
  readonly #payIndex: PayIndex;

  constructor(container: Pick<MedusaContainer, "resolve">) {
    this.#container = container;
    this.#payIndex = resolvePayIndex(container);
  }

  /**
   * Returns one page: oldest first, payments without a result last. Reads the buyers and goods of the page with one
   * query.
   */
  async page({ kind, q, limit, offset }: ReviewQueueQuery): Promise<ReviewQueueView> {
    const all = await this.#payIndex.gateway.allReviewItems();
    const carts = await filterCartsBySearch(
      this.#container,
      q,
      all.map(({ reference }) => reference),
    );
    const found = carts === undefined ? all : all.filter(({ reference }) => carts.has(reference));
    const text = carts === undefined ? q : "";
    const { items, count, counts } = filterAndPaginateReviewItems(found, {
      kind,
      text,
      skip: offset,
      take: limit,
    });
    const [summaries, amounts] = await Promise.all([
      this.#summaries(items),
      this.#payIndex.gateway.reviewItemAmounts(items),
    ]);
    const shown = items.map((item) =>
      toReviewQueueItemView(item, { summary: summaries.get(item.reference), amount: amounts.get(item.id) }),
    );
    return { items: shown, count, counts, limit, offset };
  }

  #summaries(items: readonly ReviewItem[]): Promise<ReadonlyMap<string, CartSummary>> {
    return findCartSummaries(
      this.#container,
      items.map(({ reference }) => reference),
    );
  }

  /**
   * Returns the result of each item, in the order of the ids. A failure of one item does not stop the others. @throws
   * MedusaError `invalid_data`
   */
  async resolve(input: BulkOperatorActionInput): Promise<readonly BulkItemResultView[]> {
    const reviewItemIds = input.ids.map(decodeReviewItemId);
    if (reviewItemIds.some((id) => id.includes("\0")))
      throw invalidOperatorActionError("One of the ids cannot be used.");
    try {
      const results = await this.#run(input, reviewItemIds);
      return results.map((result, index) => ({ id: input.ids[index] ?? "", ...result }));
    } catch (error) {
      throw toMedusaError(error);
    }
  }

  async #run(
    { action, note, operator }: BulkOperatorActionInput,
    reviewItemIds: readonly string[],
  ): Promise<readonly Omit<BulkItemResultView, "id">[]> {
    const { gateway } = this.#payIndex;
    if (action === "retry") {
      const retried = await gateway.retryReviewItems({ reviewItemIds, operator });
      return retried.map(({ result }) => toRetryResultView(result));
    }
    const found = await Promise.all(reviewItemIds.map((id) => this.#payIndex.findReviewItem(id)));
    const reviewItems = reviewItemIds.map((reviewItemId, index) => ({
      reviewItemId,
      attemptId: found[index]?.attemptId ?? "",
    }));
    const resolved = await gateway.resolveReviewItems({ reviewItems, action, operator, note });
    return resolved.map(({ problem }) => ({
      outcome: problem === undefined ? "done" : "failed",
      problem: problem ?? null,
      due_at: null,
    }));
  }
}
