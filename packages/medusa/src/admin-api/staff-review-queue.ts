import type { MedusaContainer } from "@medusajs/framework/types";
import type { Operator } from "@pay-index/core";
import { pageReviewItems } from "@pay-index/core/adapter";
import type { Job } from "@pay-index/core/store";
import { type PayIndex, resolvePayIndex } from "../resolve-pay-index.ts";
import { type CartSummary, findCartSummaries } from "./cart-summaries.ts";
import type { ReviewQueueQuery } from "./review-queue-query.ts";
import { searchCarts } from "./search-carts.ts";
import { invalidOperatorActionError, refusedDecision } from "./staff-errors.ts";
import {
  type BulkResultView,
  decodeReviewItemId,
  type ReviewQueueView,
  toRetryView,
  toReviewQueueItemView,
} from "./views.ts";

/** How many items are read at first. There may be thousands: of one morning without the gateway, say. */
const firstReadLimit = 1000;

/** One decision, or a retry, of several review items. */
export interface BulkOperatorActionInput {
  readonly items: readonly string[];
  readonly action: "accepted" | "closed" | "work";
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

  /** Oldest first, payments without a result last, with the buyer and the goods of each: one query of Medusa's for a page. */
  async page({ kind, q, limit, offset }: ReviewQueueQuery): Promise<ReviewQueueView> {
    const all = await this.#allItems();
    const carts = await searchCarts(
      this.#container,
      q,
      all.map(({ reference }) => reference),
    );
    const found = carts === undefined ? all : all.filter(({ reference }) => carts.has(reference));
    const text = carts === undefined ? q : "";
    const { items, count, counts } = pageReviewItems(found, { kind, text, skip: offset, take: limit });
    const [summaries, amounts] = await Promise.all([
      this.#summaries(items),
      this.#payIndex.gateway.reviewItemAmounts(items),
    ]);
    const shown = items.map((item) =>
      toReviewQueueItemView(item, { summary: summaries.get(item.reference), amount: amounts.get(item.id) }),
    );
    return { items: shown, count, counts, limit, offset };
  }

  #summaries(items: readonly Job[]): Promise<ReadonlyMap<string, CartSummary>> {
    return findCartSummaries(
      this.#container,
      items.map(({ reference }) => reference),
    );
  }

  /** What is asked for may stand behind thousands of another kind. */
  async #allItems(): Promise<readonly Job[]> {
    for (let limit = firstReadLimit; ; limit *= 10) {
      const items = await this.#payIndex.gateway.reviewItems(limit);
      if (items.length < limit) return items;
    }
  }

  /** What became of each. One that is refused does not stop the others. @throws MedusaError `invalid_data` */
  async resolve({
    items,
    action,
    note,
    operator,
  }: BulkOperatorActionInput): Promise<readonly BulkResultView[]> {
    const { gateway } = this.#payIndex;
    const ids = items.map((id) => ({ id, item: decodeReviewItemId(id) }));
    if (ids.some(({ item }) => item.includes("\0")))
      throw invalidOperatorActionError("One of the ids cannot be used.");
    try {
      if (action === "retry") {
        const worked = await gateway.retryReviewItems({
          reviewItemIds: ids.map(({ item }) => item),
          operator,
        });
        return worked.map(({ result }, index) => ({ id: items[index] ?? "", ...toRetryView(result) }));
      }
      if (note.trim() === "")
        throw invalidOperatorActionError("Say on what ground: the note must not be empty.");
      const asked = ids.map(({ item }) => ({ attemptId: item.split("/")[0] ?? "", item }));
      const decided = await gateway.resolveReviewItems({ reviewItems: asked, action, operator, note });
      return decided.map(({ problem }, index) => ({
        id: items[index] ?? "",
        outcome: problem === undefined ? "done" : "failed",
        problem: problem ?? null,
        due_at: null,
      }));
    } catch (error) {
      throw refusedDecision(error);
    }
  }
}
