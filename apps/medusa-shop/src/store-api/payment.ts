import type { BookState, Variant } from "@pay-index/core";
import type { StoreApi } from "./store-api.ts";

/** Where the buyer goes on, or the form for a card. */
export type Started = { readonly next: string } | { readonly action: string; readonly form_token: string };

export interface PaymentWish {
  readonly variant: Variant;
  /** Of an alternative payment; empty lets the buyer choose on the gateway's page. */
  readonly apmMethod: string;
}

/** @throws StoreApiError whose problems say what a payment of this cart needs */
export async function startPayment(
  api: StoreApi,
  cart: string,
  { variant, apmMethod }: PaymentWish,
): Promise<Started> {
  const { payment } = await api.post<{ payment: Started }>("/store/pay-index/payments", {
    cart_id: cart,
    provider_id: `pp_pay-index_${variant}`,
    ...(apmMethod === "" ? {} : { apm_method: apmMethod }),
  });
  return payment;
}

/** Where the payments of a cart stand, also when it has become an order. */
export async function paymentState(api: StoreApi, cart: string): Promise<BookState> {
  const { payment } = await api.get<{ payment: { state: BookState } }>(`/store/pay-index/payments/${cart}`);
  return payment.state;
}
