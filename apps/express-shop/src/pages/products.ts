import { type Html, html } from "@pay-index-apps/demo/look/html";
import { productCard } from "@pay-index-apps/demo/look/product-card";
import type { Cart } from "../cart.ts";
import { catalog, currency } from "../catalog.ts";
import { cartFields } from "./cart.ts";

export function productsPage(cart: Cart): Html {
  return html`<h1>Things for a quiet corner</h1>
<ul class="products">
${catalog.map((product) => {
  const form = html`<form action="/cart">
${cartFields(cart)}
<button name="add" value="${product.id}" aria-label="Add to the cart: ${product.name}">Add to the cart</button>
</form>`;
  return productCard({ product, currency, form });
})}
</ul>`;
}
