import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { type BookStatus, isPayIndexError, type Operator, type Work } from "@pay-index/core";
import { type PayIndex, payIndexOf } from "../pay-index-of.ts";
import { findableId } from "./findable-id.ts";
import {
  type BookShown,
  fromItemId,
  type QueueItemShown,
  type RetryShown,
  showBook,
  showQueueItem,
  showRetry,
} from "./words.ts";

/** More than staff can look at. */
const queueLimit = 1000;

/** What staff decide about a payment. `work` does an item's work again. */
export interface StaffDecision {
  readonly action: "accepted" | "closed" | "refunded" | "work";
  readonly note: string;
  readonly operator: Operator;
  /** Of a subscription, as core's `Decision` has it. */
  readonly cycle?: number | undefined;
}

interface DecidedItem {
  readonly worked: boolean;
  /** Of the action `work`. */
  readonly retry: RetryShown | null;
  readonly book: BookShown;
}

/** The ledger, as staff see it. */
export class StaffBooks {
  readonly #container: Pick<MedusaContainer, "resolve">;
  readonly #payIndex: PayIndex;

  constructor(container: Pick<MedusaContainer, "resolve">) {
    this.#container = container;
    this.#payIndex = payIndexOf(container);
  }

  /** Undefined: no such order, or one that was made without a cart and renews nothing. */
  async ofOrder(orderId: string): Promise<BookShown | undefined> {
    const [link] = await this.#links({ order_id: orderId });
    if (link !== undefined) return this.#show(link);
    const cartId = await this.#renewedCart(orderId);
    return cartId === undefined ? undefined : this.ofCart(cartId);
  }

  /** A renewal has no cart of its own: it belongs to the one that began its subscription. */
  async #renewedCart(orderId: string): Promise<string | undefined> {
    const query = this.#container.resolve(ContainerRegistrationKeys.QUERY);
    const fields = ["pay_index_payments.reference"];
    const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } });
    const [order] = data as unknown as { pay_index_payments?: ({ reference: string } | null)[] }[];
    return order?.pay_index_payments?.[0]?.reference;
  }

  async ofCart(cartId: string): Promise<BookShown> {
    const [link] = await this.#links({ cart_id: cartId });
    return this.#show({ cart_id: cartId, order_id: link?.order_id });
  }

  async #show({ cart_id, order_id }: { cart_id: string; order_id?: string | undefined }): Promise<BookShown> {
    return showBook(await this.#payIndex.bookOfCart(cart_id), order_id);
  }

  /** Oldest first, payments without a result last; and how many there are in all. */
  async queue(kind: string | undefined): Promise<{ items: QueueItemShown[]; count: number }> {
    const all = (await this.#allItems()).filter((item) => (kind ?? item.kind) === item.kind);
    const items = all.slice(0, queueLimit);
    const cartIds = [...new Set(items.map(({ reference }) => reference))];
    const links = cartIds.length === 0 ? [] : await this.#links({ cart_id: cartIds });
    const orderIds = new Map(links.map(({ cart_id, order_id }) => [cart_id, order_id]));
    const shown = items.map((item) => showQueueItem(item, orderIds.get(item.reference)));
    return { items: shown, count: all.length };
  }

  /** What is asked for may stand behind thousands of another kind: of one morning without the gateway, say. */
  async #allItems(): Promise<readonly Work[]> {
    for (let limit = queueLimit; ; limit *= 10) {
      const items = await this.#payIndex.gateway.items(limit);
      if (items.length < limit) return items;
    }
  }

  /** @throws MedusaError `not_found`, `invalid_data` */
  async decideItem(itemId: string, decision: StaffDecision): Promise<DecidedItem> {
    const id = findableId(fromItemId(itemId));
    const [orderNumber = ""] = id.split("/");
    const { item, cartId } = await this.#item(orderNumber, id);
    if (decision.action !== "work")
      return { worked: true, retry: null, book: await this.decide(item.orderNumber, decision, item.id) };
    const { operator } = decision;
    const retry = showRetry(await this.#payIndex.gateway.work(item.id, { operator }));
    return { worked: retry.outcome !== "not-run", retry, book: await this.ofCart(cartId) };
  }

  /** With an item, it alone ends. @throws MedusaError `not_found`, `invalid_data` */
  async decide(
    orderNumber: string,
    { action, note, operator, cycle }: StaffDecision,
    item?: string,
  ): Promise<BookShown> {
    if (action === "work") throw invalid("An item's work is done again, not a payment's.");
    if (note.trim() === "") throw invalid("Say on what ground: the note must not be empty.");
    const cartId = await this.#payIndex.cartOf(findableId(orderNumber));
    if (cartId === undefined) throw notFound("There is no such payment.");
    try {
      const about = { ...(item && { item }), ...(cycle && { cycle }) };
      await this.#payIndex.gateway.decide({ orderNumber, action, operator, note, ...about });
    } catch (error) {
      if (isPayIndexError(error, "decision_invalid")) throw invalid(error.message);
      throw error;
    }
    return this.ofCart(cartId);
  }

  async #item(orderNumber: string, id: string): Promise<{ item: Work; cartId: string }> {
    const cartId = await this.#payIndex.cartOf(orderNumber);
    const book: BookStatus | undefined =
      cartId === undefined ? undefined : await this.#payIndex.bookOfCart(cartId);
    const item = book?.items.find((each) => each.id === id);
    if (item === undefined || cartId === undefined) throw notFound("There is no such item any more.");
    return { item, cartId };
  }

  async #links(filters: Record<string, unknown>): Promise<{ order_id: string; cart_id: string }[]> {
    const query = this.#container.resolve(ContainerRegistrationKeys.QUERY);
    const { data } = await query.graph({ entity: "order_cart", fields: ["order_id", "cart_id"], filters });
    return data as unknown as { order_id: string; cart_id: string }[];
  }
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message, "pay_index_decision_invalid");
}

function notFound(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, message, "pay_index_unknown");
}
