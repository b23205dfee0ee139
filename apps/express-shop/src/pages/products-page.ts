import { type Html, html } from "@pay-index-apps/demo/pages/html";
import { renderProductCard } from "@pay-index-apps/demo/pages/product-card";
import type { Cart } from "../cart.ts";
import { catalog, currency } from "../catalog.ts";
import { renderCartFields } from "./cart-page.ts";

export function productsPage(cart: Cart): Html {
  return html`<h1>Things for a quiet corner</h1>
<ul class="products">
${catalog.map((product) => {
  const form = html`<form action="/cart">
${renderCartFields(cart)}
<button name="add" value="${product.id}" aria-label="Add to the cart: ${product.name}">Add to the cart</button>
</form>`;
  return renderProductCard({ product, currency, form });
})}
</ul>`;
}
