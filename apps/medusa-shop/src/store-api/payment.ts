import type { Variant } from "@pay-index/core";
import type { PaymentStateAndPlacement } from "@pay-index-apps/demo/pages/order-page";
import type { StoreApi } from "./store-api.ts";

/** Where the buyer continues, and where the state of the attempt can be read. */
export interface StartedPayment {
  readonly url: string;
  readonly attempt_id: string;
  readonly status_url: string;
}

/** Where the buyer continues, or the form for a card. */
export type StartedPaymentOrCardForm =
  | StartedPayment
  | { readonly action: string; readonly form_token: string };

export interface PaymentChoice {
  readonly variant: Variant;
  /** Only for an alternative payment method. Empty if the buyer chooses on the gateway's page. */
  readonly apmMethod: string;
}

/** @throws StoreApiError whose problems name the fields that a payment of this cart needs */
export async function startPayment(
  api: StoreApi,
  cart: string,
  { variant, apmMethod }: PaymentChoice,
): Promise<StartedPaymentOrCardForm> {
  const { payment } = await api.post<{ payment: StartedPaymentOrCardForm }>("/store/pay-index/payments", {
    cart_id: cart,
    provider_id: `pp_pay-index_${variant}`,
    ...(apmMethod === "" ? {} : { method: apmMethod }),
  });
  return payment;
}

/** The payment status of a cart, and its order. */
export interface PaymentStatus extends PaymentStateAndPlacement {
  readonly order_id?: string;
}

export async function findPaymentStatus(api: StoreApi, cart: string): Promise<PaymentStatus> {
  return (await api.get<{ payment: PaymentStatus }>(`/store/pay-index/payments/${cart}`)).payment;
}
