import type { Html } from "@pay-index-apps/demo/pages/html";
import { renderPage } from "@pay-index-apps/demo/pages/page-layout";
import { type Cart, cartQuery } from "../cart.ts";

export interface ShopPageView {
  readonly title: string;
  readonly content: Html;
  /** What is in the cart, so that the way back to the products keeps it. */
  readonly cart?: Cart;
}

/** What every page has around it. Returns the whole document. */
export function renderShopPage({ cart = [], ...about }: ShopPageView): string {
  const query = cart.length === 0 ? "" : `?${cartQuery(cart)}`;
  const pieces = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  return renderPage({ ...about, home: `/${query}`, cart: `/cart${query}`, pieces });
}
