import type { MedusaContainer } from "@medusajs/framework/types";
import type { Money } from "@pay-index/core";

/** The order that a paid cart became. */
export interface CompletedOrder {
  /** The id of an order that is linked to the cart and to its payment collection, as Medusa links it. */
  readonly orderId: string;
}

/** The answer of `completeOrder` if the cart must not become an order. */
export interface RefusedCompletion {
  /** What happened and what to do. Staff read it in a review item. */
  readonly refused: string;
}

/** The input of `completeOrder`: a paid cart. */
export interface CompleteOrderRequest {
  readonly container: MedusaContainer;
  readonly cartId: string;
  /** The attempt that paid the cart: `pay_orderid` at the gateway. */
  readonly attemptId: string;
  /** The price of the order, which the plugin has compared with the amount due. Minor units. */
  readonly amount: Money;
  /**
   * Completes the cart by Medusa's `completeCartWorkflow`, as the plugin does without the option. Returns the order of a cart that is
   * completed already.
   */
  completeByDefault(): Promise<CompletedOrder>;
}

/** The option `completeOrder`. */
export type CompleteOrder = (
  request: CompleteOrderRequest,
) => CompletedOrder | RefusedCompletion | Promise<CompletedOrder | RefusedCompletion>;
