import type { Product } from "../catalog.ts";
import { type Html, html } from "./html.ts";
import { formatMoney } from "./money-text.ts";

export interface ProductCardView {
  readonly product: Pick<Product, "name" | "says" | "price" | "picture">;
  readonly currency: string;
  /** The form that adds the product to the cart. */
  readonly form: Html;
}

export function renderProductCard({ product, currency, form }: ProductCardView): Html {
  const { name, says, price, picture } = product;
  return html`<li class="sheet product">
<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">${picture}</svg>
<h2>${name}</h2>
<p>${says}</p>
<p class="price">${formatMoney({ minor: price, currency })}</p>
${form}
</li>`;
}
