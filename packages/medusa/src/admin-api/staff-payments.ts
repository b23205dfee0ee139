import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import {
  fromAmountText,
  isPayIndexError,
  type Money,
  type Operator,
  type PaymentStatus,
  type ReviewResolutionRequest,
} from "@pay-index/core";
import { outdatedReviewItemError, showControlCharacters, tenantOfMerchant } from "@pay-index/core/adapter";
import { fieldErrorLine } from "@pay-index/core/staff";
import type { OperatorRefund } from "@pay-index/core/store";
import { paymentKeyOfCart } from "../checkout-snapshot.ts";
import { findFailedMedusaRefunds } from "../refunds/failed-medusa-refunds.ts";
import { syncPaymentRefunds } from "../refunds/sync-refunds.ts";
import { type PayIndex, resolvePayIndex } from "../resolve-pay-index.ts";
import type { CancellationResult } from "../storefront/index.ts";
import { toCancellationView } from "../subscription/cancellation-view.ts";
import { findCartSummaries } from "./cart-summaries.ts";
import { withOperatorEmails } from "./operator-emails.ts";
import { getRefundFormDefaultsByItem } from "./refund-form-defaults.ts";
import { requireValidId } from "./require-valid-id.ts";
import { invalidOperatorActionError, toMedusaError, unknownIdError } from "./staff-errors.ts";
import {
  decodeReviewItemId,
  type PaymentView,
  type RetryResultView,
  toPaymentView,
  toRetryResultView,
} from "./staff-views.ts";

/** An operator action on an attempt or a review item. `retry` retries the item. */
export interface OperatorActionInput {
  readonly action: ReviewResolutionRequest["action"] | "retry";
  readonly note: string;
  readonly operator: Operator;
  /** The cycle of a subscription, as in core's `ReviewResolutionRequest`. */
  readonly cycle?: number | undefined;
  /** Only with `record-refund`. The default currency is that of the attempt. */
  readonly refund?:
    | { readonly amount: string; readonly currency_code?: string | undefined; readonly reference: string }
    | undefined;
}

interface ResolveResult {
  /** The result of the action `retry`. Null for other actions. */
  readonly retry: RetryResultView | null;
  readonly payment: PaymentView;
}

/** The payments of carts and orders for the admin routes. */
export class StaffPayments {
  readonly #container: MedusaContainer;
  readonly #payIndex: PayIndex;

  constructor(container: MedusaContainer) {
    this.#container = container;
    this.#payIndex = resolvePayIndex(container);
  }

  /** Returns undefined if the order does not exist, or if it has no cart and is no renewal. */
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

  /** A renewal has no cart. It belongs to the cart that began its subscription. */
  async #renewedCart(orderId: string): Promise<string | undefined> {
    const query = this.#container.resolve(ContainerRegistrationKeys.QUERY);
    const fields = ["pay_index_attempts.reference"];
    const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } });
    const [order] = data as unknown as { pay_index_attempts?: ({ reference: string } | null)[] }[];
    return order?.pay_index_attempts?.[0]?.reference;
  }

  /** Adds recorded refunds to the order first, so that the page does not wait for the sweep. */
  async ofCart(cartId: string): Promise<PaymentView> {
    const payment = await withOperatorEmails(this.#container, await this.#payIndex.paymentOfCart(cartId));
    const isRefundMissing = !(await this.#syncRefunds(payment));
    const summary = (await findCartSummaries(this.#container, [cartId])).get(cartId);
    const orderId = summary?.order_id ?? payment.placedOrder?.id;
    const failedRefunds = await findFailedMedusaRefunds(this.#container, payment);
    const { merchants } = this.#payIndex.options.core;
    const hasTenants = new Set(merchants.map(tenantOfMerchant)).size > 1;
    return toPaymentView(payment, {
      orderId,
      summary,
      refunds: getRefundFormDefaultsByItem(payment),
      ...{ hasTenants, isRefundMissing, failedRefunds },
    });
  }

  /**
   * Core has stored the refund in any case. If Medusa fails here, the sweep adds the refund, or the next time that the
   * page is opened.
   */
  async #syncRefunds(payment: PaymentStatus): Promise<boolean> {
    try {
      await syncPaymentRefunds(this.#container, payment);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const logger = this.#container.resolve(ContainerRegistrationKeys.LOGGER);
      const line = `Medusa could not add a recorded refund of cart ${payment.reference}: ${message}`;
      logger.warn(`pay-index: ${showControlCharacters(line)}`);
      return false;
    }
  }

  /** @throws MedusaError `not_found`, `invalid_data` */
  async resolveItem(encodedId: string, input: OperatorActionInput): Promise<ResolveResult> {
    const id = requireValidId(decodeReviewItemId(encodedId));
    const item = await this.#payIndex.findReviewItem(id);
    if (item === undefined) throw unknownIdError("There is no such review item.");
    if (item.status === "resolved") throw toMedusaError(outdatedReviewItemError("resolved"));
    const { attemptId, reference } = item;
    const { action, operator } = input;
    if (action !== "retry")
      return { retry: null, payment: await this.resolve(attemptId, { ...input, action }, id) };
    const retry = toRetryResultView(await this.#payIndex.gateway.retryReviewItem(id, { operator }));
    return { retry, payment: await this.ofCart(reference) };
  }

  /** Resolves the named item only, or all items of the attempt. @throws MedusaError `not_found`, `invalid_data` */
  async resolve(attemptId: string, input: OperatorActionInput, reviewItemId?: string): Promise<PaymentView> {
    const { action, note, operator, cycle } = input;
    if (action === "retry") throw invalidOperatorActionError("A retry needs a review item.");
    const cartId = await this.#payIndex.cartOf(requireValidId(attemptId));
    if (cartId === undefined) throw unknownIdError("There is no such attempt.");
    try {
      const refund = await this.#refundOf(cartId, attemptId, input);
      const subject = {
        ...(reviewItemId && { reviewItemId }),
        ...(cycle && { cycle }),
        ...(refund && { refund }),
      };
      await this.#payIndex.gateway.resolveReviewItem({ attemptId, action, operator, note, ...subject });
    } catch (error) {
      throw toMedusaError(error);
    }
    return this.ofCart(cartId);
  }

  /** @throws MedusaError `not_found`, `not_allowed`: the attempt has no subscription to cancel, or the shop cannot cancel */
  async cancel(attemptId: string, by: Operator): Promise<CancellationResult> {
    const cartId = await this.#payIndex.cartOf(requireValidId(attemptId));
    if (cartId === undefined) throw unknownIdError("There is no such attempt.");
    const request = { ...paymentKeyOfCart(cartId), attemptId, by };
    const result = await this.#payIndex.gateway.cancelSubscription(request).catch((error: unknown) => {
      throw toMedusaError(error);
    });
    return toCancellationView(result);
  }

  /** @throws MedusaError `invalid_data`: the amount is not valid for the currency */
  async #refundOf(
    cartId: string,
    attemptId: string,
    { refund }: OperatorActionInput,
  ): Promise<OperatorRefund | undefined> {
    if (refund === undefined) return undefined;
    const { amount, currency_code, reference } = refund;
    const { attempts } = await this.#payIndex.paymentOfCart(cartId);
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
