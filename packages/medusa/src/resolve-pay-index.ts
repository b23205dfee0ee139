import type { MedusaContainer } from "@medusajs/framework/types";
import type { Gateway, PaymentStatus } from "@pay-index/core";
import type { Pages } from "@pay-index/core/adapter";
import type { PaymentRouter } from "@pay-index/server";
import type { SubscriptionSnapshot } from "./checkout-snapshot.ts";
import type { CheckedOptions } from "./options.ts";

export interface CheckoutAttempt {
  readonly cartId: string;
  /** Whether it is charged again and again. */
  readonly isSubscription: boolean;
  /** Where it began a subscription. */
  readonly subscribed: SubscriptionSnapshot | undefined;
  /** Staff have decided that nothing is placed by this payment: the money was given back, or the order was made by hand. */
  readonly isGivenUp: boolean;
}

/** Core's verbs in a Medusa process: for whoever wants `status`, `items` or `decide` in code of their own. */
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
  /** Whether the payment store has this attempt, or this later cycle of its subscription, as paid: without it no session completes. */
  isPaid(attempt: { readonly attemptId: string; readonly cycle?: number | undefined }): Promise<boolean>;
  /** All that was paid for a cart. A buyer who changes the region may begin with one merchant and pay with another. */
  bookOfCart(cartId: string): Promise<PaymentStatus>;
  /** The carts that these payments were started for on a plan, paid or not: newest first. */
  cartsOnPlans(attemptIds: readonly string[]): Promise<string[]>;
}

/** The plugin's service, for whoever has Medusa's container: a route, a job, a subscriber, a workflow's step. */
export function resolvePayIndex(container: Pick<MedusaContainer, "resolve">): PayIndex {
  return container.resolve<PayIndex>("payIndex");
}
