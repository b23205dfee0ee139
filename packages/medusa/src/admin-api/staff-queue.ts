import type { MedusaContainer } from "@medusajs/framework/types";
import { type Operator, queuePage, type Work } from "@pay-index/core";
import { type PayIndex, payIndexOf } from "../pay-index-of.ts";
import { type CartSummary, cartSummaries } from "./cart-summaries.ts";
import { findCarts } from "./find-carts.ts";
import type { QueueRequest } from "./queue-filter.ts";
import { invalidDecision, refusedDecision } from "./staff-errors.ts";
import { type BulkResultShown, fromItemId, type QueueShown, showQueueItem, showRetry } from "./words.ts";

/** How many items are read at first. There may be thousands: of one morning without the gateway, say. */
const firstRead = 1000;

/** One decision, or a retry, of several review items. */
export interface BulkDecision {
  readonly items: readonly string[];
  readonly action: "accepted" | "closed" | "work";
  readonly note: string;
  readonly operator: Operator;
}

/** The review items of all orders and carts. */
export class StaffQueue {
  readonly #container: Pick<MedusaContainer, "resolve">;
  readonly #payIndex: PayIndex;

  constructor(container: Pick<MedusaContainer, "resolve">) {
    this.#container = container;
    this.#payIndex = payIndexOf(container);
  }

  /** Oldest first, payments without a result last, with the buyer and the goods of each: one query of Medusa's for a page. */
  async page({ kind, q, limit, offset }: QueueRequest): Promise<QueueShown> {
    const all = await this.#allItems();
    const carts = await findCarts(
      this.#container,
      q,
      all.map(({ reference }) => reference),
    );
    const found = carts === undefined ? all : all.filter(({ reference }) => carts.has(reference));
    const text = carts === undefined ? q : "";
    const { items, count, counts } = queuePage(found, { kind, text, skip: offset, take: limit });
    const [summaries, amounts] = await Promise.all([
      this.#summaries(items),
      this.#payIndex.gateway.itemAmounts(items),
    ]);
    const shown = items.map((item) =>
      showQueueItem(item, { summary: summaries.get(item.reference), amount: amounts.get(item.id) }),
    );
    return { items: shown, count, counts, limit, offset };
  }

  #summaries(items: readonly Work[]): Promise<ReadonlyMap<string, CartSummary>> {
    return cartSummaries(
      this.#container,
      items.map(({ reference }) => reference),
    );
  }

  /** What is asked for may stand behind thousands of another kind. */
  async #allItems(): Promise<readonly Work[]> {
    for (let limit = firstRead; ; limit *= 10) {
      const items = await this.#payIndex.gateway.items(limit);
      if (items.length < limit) return items;
    }
  }

  /** What became of each. One that is refused does not stop the others. @throws MedusaError `invalid_data` */
  async resolve({ items, action, note, operator }: BulkDecision): Promise<readonly BulkResultShown[]> {
    const { gateway } = this.#payIndex;
    const ids = items.map((id) => ({ id, item: fromItemId(id) }));
    if (ids.some(({ item }) => item.includes("\0"))) throw invalidDecision("One of the ids cannot be used.");
    try {
      if (action === "work") {
        const worked = await gateway.workEach({ items: ids.map(({ item }) => item), operator });
        return worked.map(({ result }, index) => ({ id: items[index] ?? "", ...showRetry(result) }));
      }
      if (note.trim() === "") throw invalidDecision("Say on what ground: the note must not be empty.");
      const asked = ids.map(({ item }) => ({ orderNumber: item.split("/")[0] ?? "", item }));
      const decided = await gateway.decideEach({ items: asked, action, operator, note });
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
