import type { MedusaContainer } from "@medusajs/framework/types";
import type { Gateway, Money, PaymentStatus } from "@pay-index/core";
import type { Pages } from "@pay-index/core/adapter";
import type { NodeStaffApi, PaymentRouterHandlers } from "@pay-index/server";
import type { SubscriptionSnapshot } from "./checkout-snapshot.ts";
import type { CheckedOptions } from "./options.ts";

export interface CheckoutAttempt {
  /** The reference: the id of the cart, or of an order without a cart. */
  readonly cartId: string;
  /** Only for a payment of an order that existed already. */
  readonly orderId: string | undefined;
  /** The amount to charge for the order. It differs from the order's price if the first period has its own. */
  readonly chargedAmount: Money;
  /** Whether the attempt started a subscription. */
  readonly isSubscription: boolean;
  /** The snapshot of the subscription, if the attempt started one. */
  readonly subscribed: SubscriptionSnapshot | undefined;
  /** Whether the order of this attempt is never placed, because an operator or another attempt ended its job. */
  readonly isGivenUp: boolean;
}

/** Core's gateway in a Medusa process, for the shop's own code: `status`, `reviewItems`, `resolveReviewItem` and others. */
export interface PayIndex {
  readonly gateway: Gateway;
  readonly options: CheckedOptions;
  /** The routes below `/hooks/pay-index` for the gateway and buyers' browsers. */
  readonly router: PaymentRouterHandlers;
  /** Answers the requests below `/admin/pay-index`. */
  readonly staff: NodeStaffApi;
  /** The storefront's pages to which buyers are sent. */
  readonly pages: Required<Pages>;
  /** Returns the cart of an attempt. Undefined if there is no such attempt. */
  cartOf(attemptId: string): Promise<string | undefined>;
  /** Returns what completing the cart of an attempt needs. Undefined if there is no such attempt. */
  attemptOf(attemptId: string): Promise<CheckoutAttempt | undefined>;
  /** Whether the payment store has this attempt, or this later cycle, as paid. Otherwise no session is completed. */
  isPaid(attempt: { readonly attemptId: string; readonly cycle?: number | undefined }): Promise<boolean>;
  /** Returns the payment of a cart, with the attempts of all merchants. */
  paymentOfCart(cartId: string): Promise<PaymentStatus>;
  /** Returns the carts for which these attempts started a subscription, paid or not: newest first. */
  cartsOnPlans(attemptIds: readonly string[]): Promise<string[]>;
}

/** Returns the plugin's service from Medusa's container: in a route, a job, a subscriber or a workflow step. */
export function resolvePayIndex(container: Pick<MedusaContainer, "resolve">): PayIndex {
  return container.resolve<PayIndex>("payIndex");
}
