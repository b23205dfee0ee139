import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import {
  fromAmountText,
  isPayIndexError,
  type Money,
  type Operator,
  type PaymentStatus,
} from "@pay-index/core";
import { fieldErrorLine, itemClosed } from "@pay-index/core/staff";
import type { Refund } from "@pay-index/core/store";
import { syncRefunds } from "../refunds/sync-refunds.ts";
import { type PayIndex, resolvePayIndex } from "../resolve-pay-index.ts";
import { findCartSummaries } from "./cart-summaries.ts";
import { withEmails } from "./operator-emails.ts";
import { getRefundFormDefaults } from "./refund-form-defaults.ts";
import { requireValidId } from "./require-valid-id.ts";
import { invalidOperatorActionError, refusedDecision, unknownIdError } from "./staff-errors.ts";
import { decodeReviewItemId, type PaymentView, type RetryView, toPaymentView, toRetryView } from "./views.ts";

/** What staff decide about a payment. `work` does an item's work again. */
export interface OperatorActionInput {
  readonly action: "accepted" | "closed" | "refunded" | "work";
  readonly note: string;
  readonly operator: Operator;
  /** Of a subscription, as core's `Decision` has it. */
  readonly cycle?: number | undefined;
  /** With `refunded`: in the currency of the payment, if no other is named. */
  readonly refund?:
    | { readonly amount: string; readonly currency_code?: string | undefined; readonly reference: string }
    | undefined;
}

interface ResolveResult {
  readonly worked: boolean;
  /** Of the action `work`. */
  readonly retry: RetryView | null;
  readonly book: PaymentView;
}

/** The payments of one cart or order, as staff see them. */
export class StaffPayments {
  readonly #container: MedusaContainer;
  readonly #payIndex: PayIndex;

  constructor(container: MedusaContainer) {
    this.#container = container;
    this.#payIndex = resolvePayIndex(container);
  }

  /** Undefined: no such order, or one that was made without a cart and renews nothing. */
  async ofOrder(orderId: string): Promise<PaymentView | undefined> {
    const query = this.#container.resolve(ContainerRegistrationKeys.QUERY);
    const { data: links } = await query.graph({
      entity: "order_cart",
      fields: ["cart_id"],
      filters: { order_id: orderId },
    });
    const [link] = links as unknown as { cart_id: string }[];
    const cartId = link?.cart_id ?? (await this.#renewedCart(orderId));
    return cartId === undefined ? undefined : this.ofCart(cartId);
  }

  /** A renewal has no cart of its own: it belongs to the one that began its subscription. */
  async #renewedCart(orderId: string): Promise<string | undefined> {
    const query = this.#container.resolve(ContainerRegistrationKeys.QUERY);
    const fields = ["pay_index_attempts.reference"];
    const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } });
    const [order] = data as unknown as { pay_index_attempts?: ({ reference: string } | null)[] }[];
    return order?.pay_index_attempts?.[0]?.reference;
  }

  /** Brings Medusa's books in line with recorded refunds first, so that the page need not wait for the sweep. */
  async ofCart(cartId: string): Promise<PaymentView> {
    const book = await withEmails(this.#container, await this.#payIndex.bookOfCart(cartId));
    const isRefundMissing = !(await this.#syncRefunds(book));
    const summary = (await findCartSummaries(this.#container, [cartId])).get(cartId);
    const orderId = summary?.order_id ?? book.placedOrder?.id;
    const { merchants } = this.#payIndex.options.core;
    const hasTenants = new Set(merchants.map(({ tenant = "default" }) => tenant)).size > 1;
    return toPaymentView(book, {
      orderId,
      summary,
      refunds: getRefundFormDefaults(book),
      hasTenants,
      isRefundMissing,
    });
  }

  /** A refund is on record whatever Medusa says: its books follow with the sweep, or when the page is opened again. */
  async #syncRefunds(book: PaymentStatus): Promise<boolean> {
    try {
      await syncRefunds(this.#container, book);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const logger = this.#container.resolve(ContainerRegistrationKeys.LOGGER);
      logger.warn(`pay-index: Medusa has not booked a recorded refund of cart ${book.reference}: ${message}`);
      return false;
    }
  }

  /** @throws MedusaError `not_found`, `invalid_data` */
  async decideItem(itemId: string, decision: OperatorActionInput): Promise<ResolveResult> {
    const id = requireValidId(decodeReviewItemId(itemId));
    const [attemptId = ""] = id.split("/");
    const cartId = await this.#payIndex.cartOf(attemptId);
    const book = cartId === undefined ? undefined : await this.#payIndex.bookOfCart(cartId);
    const item = book?.reviewItems.find((each) => each.id === id);
    if (book === undefined) throw unknownIdError("There is no such review item.");
    if (item === undefined) throw unknownIdError(itemClosed);
    if (decision.action === "retry") {
      const retry = toRetryView(
        await this.#payIndex.gateway.retryReviewItem(item.id, { operator: decision.operator }),
      );
      return { worked: retry.outcome !== "not-run", retry, book: await this.ofCart(book.reference) };
    }
    return { worked: true, retry: null, book: await this.decide(item.attemptId, decision, item.id) };
  }

  /** With an item, it alone ends. @throws MedusaError `not_found`, `invalid_data` */
  async decide(attemptId: string, decision: OperatorActionInput, item?: string): Promise<PaymentView> {
    const { action, note, operator, cycle } = decision;
    if (action === "retry")
      throw invalidOperatorActionError("An item's work is done again, not a payment's.");
    if (note.trim() === "")
      throw invalidOperatorActionError("Say on what ground: the note must not be empty.");
    const cartId = await this.#payIndex.cartOf(requireValidId(attemptId));
    if (cartId === undefined) throw unknownIdError("There is no such payment.");
    try {
      const refund = await this.#refundOf(cartId, attemptId, decision);
      const about = { ...(item && { item }), ...(cycle && { cycle }), ...(refund && { refund }) };
      await this.#payIndex.gateway.resolveReviewItem({ attemptId, action, operator, note, ...about });
    } catch (error) {
      throw refusedDecision(error);
    }
    return this.ofCart(cartId);
  }

  /** @throws MedusaError `invalid_data`: the amount is none of the currency */
  async #refundOf(
    cartId: string,
    attemptId: string,
    { refund }: OperatorActionInput,
  ): Promise<Refund | undefined> {
    if (refund === undefined) return undefined;
    const { amount, currency_code, reference } = refund;
    const { attempts } = await this.#payIndex.bookOfCart(cartId);
    const own = attempts.find((each) => each.attemptId === attemptId)?.amount.currency ?? "";
    return { amount: refundMoney(amount, (currency_code ?? own).toUpperCase()), reference };
  }
}

function refundMoney(amount: string, currency: string): Money {
  try {
    return fromAmountText(amount, currency);
  } catch (error) {
    throw isPayIndexError(error, "money_invalid")
      ? invalidOperatorActionError(fieldErrorLine("amount", error.message))
      : error;
  }
}
