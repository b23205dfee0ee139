import type { BookState } from "@pay-index/core";
import type { StartedPayment } from "./checkout/started-payment.ts";

export type { StartedPayment };

/** What is used of Medusa's js-sdk: `new Medusa({ baseUrl, publishableKey })` is one. */
export interface Sdk {
  readonly client: {
    fetch<Body>(path: string, init?: { method: string; body: Record<string, unknown> }): Promise<Body>;
  };
}

/** What a storefront asks for. */
export interface PaymentStart {
  readonly cartId: string;
  /** By default the provider of the cart's payment session. */
  readonly providerId?: string | undefined;
  /** Of the variant apm: a method as the gateway names it. */
  readonly method?: string | undefined;
  /** Of the variant apm in an app: the scheme of its addresses. */
  readonly appScheme?: string | undefined;
  /** Of the payment page; by default the cart's locale. */
  readonly language?: string | undefined;
}

/** Where a cart's payment stands. `order_id` is there once the cart has become an order. */
export interface PaymentStanding {
  readonly state: BookState;
  /** Whether the order is placed for the money. */
  readonly placed: boolean;
  readonly order_id?: string;
}

/**
 * Starts paying a cart, or goes on where that was begun. Send the browser to `next`, or show a card form for the state `card_form`.
 *
 * @throws the sdk's `FetchError`, whose message is Medusa's
 */
export async function startPayment(sdk: Sdk, start: PaymentStart): Promise<StartedPayment> {
  const { cartId, providerId, method, appScheme, language } = start;
  const body = { cart_id: cartId, provider_id: providerId, method, app_scheme: appScheme, language };
  const init = { method: "POST", body };
  return (await sdk.client.fetch<{ payment: StartedPayment }>("/store/pay-index/payments", init)).payment;
}

/** For the page that buyers come back to. @throws the sdk's `FetchError` */
export async function paymentStanding(sdk: Sdk, cartId: string): Promise<PaymentStanding> {
  const path = `/store/pay-index/payments/${encodeURIComponent(cartId)}`;
  return (await sdk.client.fetch<{ payment: PaymentStanding }>(path)).payment;
}
