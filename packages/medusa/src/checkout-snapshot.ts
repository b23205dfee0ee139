/** What Medusa needs to place the order without the buyer when the notification arrives. Stored with the attempt. */
export interface CheckoutSnapshot {
  readonly cartId: string;
  readonly sessionId: string;
  readonly providerId: string;
  /** Only for a subscription. */
  readonly subscribed?: SubscriptionSnapshot;
}

/** What the plugin needs to add a payment to an order that exists already. Stored with the attempt. */
export interface OrderSnapshot {
  readonly orderId: string;
  readonly providerId: string;
}

/** A type and not an interface, because interfaces are not assignable to JSON types. */
export type SubscriptionSnapshot = {
  /** The goods in the cart, as a digest of `digestGoods`. A renewal must have the same goods. */
  readonly goods: string;
  /** A random secret from which the ids of the renewals are derived. It is never displayed. */
  readonly secret: string;
};

export function isCheckoutSnapshot(host: unknown): host is CheckoutSnapshot {
  if (typeof host !== "object" || host === null) return false;
  return ["cartId", "sessionId", "providerId"].every((name) => name in host);
}

export function isOrderSnapshot(host: unknown): host is OrderSnapshot {
  return typeof host === "object" && host !== null && "orderId" in host && "providerId" in host;
}

/**
 * Returns the key of a cart's payment in core. All attempts of a cart are one payment, for whichever merchant
 * (ENG-SPAN). An order without a cart has its own id instead.
 */
export function paymentKeyOfCart(cartId: string): { readonly tenant: string; readonly reference: string } {
  return { tenant: "default", reference: cartId };
}
