import type { MedusaContainer } from "@medusajs/framework/types";
import type { Gateway, PaymentStatus, ReviewItem } from "@pay-index/core";
import type { Pages } from "@pay-index/core/adapter";
import type { PaymentRouter } from "@pay-index/server";
import type { SubscriptionSnapshot } from "./checkout-snapshot.ts";
import type { CheckedOptions } from "./options.ts";

export interface CheckoutAttempt {
  readonly cartId: string;
  /** Whether the attempt began a subscription. */
  readonly isSubscription: boolean;
  /** The snapshot of the subscription, if it began one. */
  readonly subscribed: SubscriptionSnapshot | undefined;
  /** Whether the order of this attempt is never placed, because an operator or another attempt ended its job. */
  readonly isGivenUp: boolean;
}

/** Core's gateway in a Medusa process, for the shop's own code: `status`, `reviewItems`, `resolveReviewItem` and others. */
export interface PayIndex {
  readonly gateway: Gateway;
  readonly options: CheckedOptions;
  /** What the gateway and the buyers' browsers reach below `/hooks/pay-index`. */
  readonly router: PaymentRouter;
  /** Where buyers are sent: the storefront's own pages. */
  readonly pages: Required<Pages>;
  /** The cart that a payment is for. Undefined: there is no such payment. */
  cartOf(attemptId: string): Promise<string | undefined>;
  /** What is known of a payment where its cart is completed by it. Undefined: there is no such payment. */
  attemptOf(attemptId: string): Promise<CheckoutAttempt | undefined>;
  /** Returns a review item, open or resolved. Undefined if there is none. */
  findReviewItem(id: string): Promise<ReviewItem | undefined>;
  /** Whether the payment store has this attempt, or this later cycle of its subscription, as paid: without it no session completes. */
  isPaid(attempt: { readonly attemptId: string; readonly cycle?: number | undefined }): Promise<boolean>;
  /** Returns the payment of a cart, with the attempts of all merchants. */
  paymentOfCart(cartId: string): Promise<PaymentStatus>;
  /** The carts that these payments were started for on a plan, paid or not: newest first. */
  cartsOnPlans(attemptIds: readonly string[]): Promise<string[]>;
}

/** The plugin's service, for whoever has Medusa's container: a route, a job, a subscriber, a workflow's step. */
export function resolvePayIndex(container: Pick<MedusaContainer, "resolve">): PayIndex {
  return container.resolve<PayIndex>("payIndex");
}
