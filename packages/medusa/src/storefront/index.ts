import type { Client } from "@medusajs/js-sdk";

/*
 * For a storefront: this file has nothing of the server in it, and is read by it for what both must agree on.
 */

/** The cart, and how it is to be paid. */
export interface StartInput {
  readonly cart_id: string;
  /** By default the provider of the cart's payment session. */
  readonly provider_id?: string | undefined;
  /** Of the variant apm: a method as the gateway names it. Without one the gateway shows its list. */
  readonly method?: string | undefined;
  /** Of the variant apm in an app: the scheme of its addresses. */
  readonly app_scheme?: string | undefined;
  /** Of the payment page. By default the cart's locale. */
  readonly language?: string | undefined;
}

/** Where the buyer goes on: at an address, or in a card form of the shop's own, which posts to `action` with the token. */
export type StartedPayment =
  | {
      readonly state: "redirect" | "waiting" | "unreachable" | "declined" | "paid" | "review";
      /** Send the browser there, whatever the state. */
      readonly next: string;
      /** By which the gateway knows the payment. */
      readonly order_number: string;
    }
  | { readonly state: "card_form"; readonly action: string; readonly form_token: string };

/** How a cart's payment stands. */
export interface PaymentStatus {
  readonly state: "none" | "created" | "pending" | "approved" | "paid" | "review" | "failed" | "closed";
  /** Whether the money has become an order. It may take a moment, or a person, after `paid`. */
  readonly placed: boolean;
  /** What the cart has become, in whatever way it was paid. */
  readonly order_id?: string;
}

/** As the methods of js-sdk take them. */
export type Headers = Readonly<Record<string, string>>;

export interface PayIndex {
  /**
   * Starts paying a cart, or goes on where that was begun: a second click leads to the same payment.
   *
   * @throws FetchError of js-sdk, with `status` and why nothing was started as `message`
   */
  start(input: StartInput, headers?: Headers): Promise<StartedPayment>;
  /** @throws FetchError of js-sdk; 404: there is no such cart, or it is somebody else's */
  status(cartId: string, headers?: Headers): Promise<PaymentStatus>;
}

/** The calls of this plugin, made by a storefront's own js-sdk: with its address, publishable key and session. */
export function payIndex({ client }: { readonly client: Pick<Client, "fetch"> }): PayIndex {
  const path = "/store/pay-index/payments";
  const ask = async <Answer>(...request: Parameters<typeof client.fetch>): Promise<Answer> =>
    (await client.fetch<{ payment: Answer }>(...request)).payment;
  return {
    start: (input, headers = {}) => ask(path, { method: "POST", body: input, headers: { ...headers } }),
    status: (cartId, headers = {}) =>
      ask(`${path}/${encodeURIComponent(cartId)}`, { headers: { ...headers }, cache: "no-store" }),
  };
}

/** Whether a payment provider is one of this plugin's: `pp_pay-index_hosted`, say. */
export function isPayIndex(providerId: string | undefined): boolean {
  return providerId?.startsWith("pp_pay-index_") ?? false;
}
