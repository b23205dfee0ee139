import type { Money } from "@pay-index/core";
import type { Order, RequestContext } from "@vendure/core";

/** The answer of `completeOrder` if the order must not be placed. */
export interface RefusedCompletion {
  /** What happened and what to do. Staff read it in a review item. */
  readonly refused: string;
}

/** The input of `completeOrder`: a paid order in the state `ArrangingPayment`. */
export interface CompleteOrderRequest {
  /** The context of the transaction that places the order. Use it for everything that must roll back with the order. */
  readonly ctx: RequestContext;
  /** The order, which the transaction has locked. */
  readonly order: Order;
  /** The attempt that paid the order: `pay_orderid` at the gateway. */
  readonly attemptId: string;
  /** The transaction ID that the order's payment must have. */
  readonly transactionId: string;
  /**
   * The amount that the attempt charged for this order: `firstPeriodAmount` of the plan if it has one, otherwise the price of the order.
   * The plugin has compared it with the amount due. Minor units.
   */
  readonly amount: Money;
  /** Adds a settled payment for the whole order, which places the order, as the plugin does without the option. */
  completeByDefault(): Promise<void>;
}

/** The option `completeOrder`. */
export type CompleteOrder = (
  request: CompleteOrderRequest,
) => RefusedCompletion | undefined | Promise<RefusedCompletion | undefined>;
