import type { Html } from "@pay-index-apps/demo/pages/html";
import { renderPageLayout } from "@pay-index-apps/demo/pages/page-layout";
import { type Cart, cartQuery } from "../cart.ts";

export interface ShopPageView {
  readonly title: string;
  readonly content: Html;
  /** The contents of the cart, so that the link to the products keeps them. */
  readonly cart?: Cart;
}

/** Renders the frame of every page. Returns the whole document. */
export function renderShopPage({ cart = [], ...about }: ShopPageView): string {
  const query = cart.length === 0 ? "" : `?${cartQuery(cart)}`;
  const pieces = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  return renderPageLayout({ ...about, home: `/${query}`, cart: `/cart${query}`, pieces });
}
