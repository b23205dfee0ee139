/** What Medusa must still know of a payment when its notification comes, without the buyer: kept with the payment. */
export interface CheckoutSnapshot {
  readonly cartId: string;
  readonly sessionId: string;
  readonly providerId: string;
  /** Of a subscription. */
  readonly subscribed?: SubscriptionSnapshot;
}

/** A type, because JSON takes no interface. */
export type SubscriptionSnapshot = {
  /** What was in the cart, as `goodsOf` says it: what is renewed must be that. */
  readonly goods: string;
  /** Random, told nobody: what the ids of its renewals follow from. */
  readonly secret: string;
};

export function isCheckoutSnapshot(host: unknown): host is CheckoutSnapshot {
  if (typeof host !== "object" || host === null) return false;
  return ["cartId", "sessionId", "providerId"].every((name) => name in host);
}

/** By which core knows the payment of a cart. It is one payment, whichever merchant takes the money (LED-SPAN). */
export function paymentKey(cartId: string): { readonly tenant: string; readonly reference: string } {
  return { tenant: "default", reference: cartId };
}
