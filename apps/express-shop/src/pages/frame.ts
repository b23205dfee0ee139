import type { Html } from "@pay-index-apps/demo/look/html";
import { page } from "@pay-index-apps/demo/look/page";
import { type Cart, cartQuery } from "../cart.ts";

export interface Frame {
  readonly title: string;
  readonly content: Html;
  /** What is in the cart, so that the way back to the products keeps it. */
  readonly cart?: Cart;
}

/** What every page has around it. Returns the whole document. */
export function frame({ cart = [], ...about }: Frame): string {
  const query = cart.length === 0 ? "" : `?${cartQuery(cart)}`;
  const pieces = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  return page({ ...about, home: `/${query}`, cart: `/cart${query}`, pieces });
}
