/**
 * What staff can do about a refused order or renewal.
 *
 * - `refund`: no retry changes it.
 * - `restore`: a retry succeeds only if the buyer or staff restore the order or cart. Staff of most shops cannot.
 * - `correct`: staff remove the cause, and retry.
 * - `place-by-hand`: the shop does not place such orders.
 * - `decide`: the money went back. Staff close the item, or place the order all the same by a retry.
 */
export type RefusalRemedy = "refund" | "restore" | "correct" | "place-by-hand" | "decide";

/** Why the plugin refuses to place a paid order or renewal, or to report to the shop. One reason has one code on every host. */
export const orderRefusals = {
  /** The shop stores amounts with fewer decimals than the charged amount has. */
  amount_unknown: { remedy: "correct" },
  /** The cart has other goods than the buyer paid for. */
  cart_changed: { remedy: "restore" },
  /** The cart became an order in another way. */
  cart_completed: { remedy: "refund" },
  /** The cart is no longer in the database. */
  cart_missing: { remedy: "refund" },
  /** The host refuses the cart, for example without stock. */
  cart_refused: { remedy: "correct" },
  /** The channel of the order was deleted. */
  channel_missing: { remedy: "refund" },
  /** The shop's own completion refused the order. */
  completion_refused: { remedy: "correct" },
  /** Other orders used up a coupon. */
  coupon_used_up: { remedy: "correct" },
  /** For a cycle: the first order is cancelled. */
  first_order_cancelled: { remedy: "refund" },
  /** For a cycle: the first order is no longer in the database. */
  first_order_missing: { remedy: "refund" },
  /** For a cycle: staff resolved the item of the first order without placing it. */
  first_order_not_placed: { remedy: "refund" },
  /** Another shop on the same tables started the payment. */
  host_missing: { remedy: "refund" },
  /** The buyer paid after the payment link had ended (LINK-LATE). */
  link_ended: { remedy: "restore" },
  /** The buyer paid a payment link that staff had withdrawn or replaced (LINK-LATE). */
  link_withdrawn: { remedy: "restore" },
  /** Money of the payment went back before the order, or the order of a cycle, was placed (ENG-RETURNED). */
  money_returned: { remedy: "decide" },
  /** The order was cancelled before its payment was recorded. */
  order_cancelled: { remedy: "refund" },
  /** The order has another price or other goods than the buyer paid for. */
  order_changed: { remedy: "restore" },
  /** The shop's own completion placed no order, or an order without the payment. */
  order_mismatch: { remedy: "correct" },
  /** The order is no longer in the database. */
  order_missing: { remedy: "restore" },
  /** The host took the payment, but did not place the order. */
  order_not_placed: { remedy: "correct" },
  /** The host does not allow a payment of the order. */
  order_not_ready: { remedy: "correct" },
  /** The order was placed in another way. */
  order_placed: { remedy: "refund" },
  /** For a cycle: the host does not allow its order. */
  order_refused: { remedy: "correct" },
  /** Items are out of stock. */
  out_of_stock: { remedy: "correct" },
  /** For a cycle: the order was placed for another attempt. This is a second subscription. */
  paid_twice: { remedy: "refund" },
  /** For a cycle: a product of the first order is no longer sold. */
  product_gone: { remedy: "correct" },
  /** The payment provider is not enabled in the region of the cart. */
  provider_disabled: { remedy: "correct" },
  /** For a cycle: no merchant has the provider of the subscription, or the provider is not registered. */
  provider_missing: { remedy: "correct" },
  /** For a cycle: the shop places no renewals. */
  renewals_not_placed: { remedy: "place-by-hand" },
  /** For a cycle: the charge differs from the total of the first order. */
  total_changed: { remedy: "correct" },
  /** For a cycle: the total of its order differs from the charge. */
  total_differs: { remedy: "correct" },
} as const satisfies Record<string, { readonly remedy: RefusalRemedy }>;

/** The code of a reason for which the plugin itself refuses an order, a renewal or a report. */
export type OrderRefusalCode = keyof typeof orderRefusals;

declare const fromShop: unique symbol;

/** The code of a reason for which the shop's own code refuses. Free text. */
export type ShopRefusalCode = string & { readonly [fromShop]: true };

/** Marks the code as one that the shop's own code returned. If it equals a code of the plugin, staff get the same advice. */
export function toShopRefusalCode(code: string): ShopRefusalCode {
  return code as ShopRefusalCode;
}

/** Why an order, a renewal or a report was refused, for staff. `message` is English text. */
export interface RefusalProblem {
  readonly code: OrderRefusalCode | ShopRefusalCode;
  readonly message: string;
}

/** Returns the remedy for the code of a review item: for a code that is not the plugin's, staff can remove the cause. */
export function refusalRemedy(code: string): RefusalRemedy {
  const known = new Map<string, { readonly remedy: RefusalRemedy }>(Object.entries(orderRefusals));
  return known.get(code)?.remedy ?? "correct";
}
