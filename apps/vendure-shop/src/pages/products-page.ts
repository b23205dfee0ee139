import { type Html, html } from "@pay-index-apps/demo/pages/html";
import { renderProductCard } from "@pay-index-apps/demo/pages/product-card";
import { catalog } from "../catalog.ts";
import type { ProductOffer } from "../shop-api/products.ts";

export function productsPage(offers: readonly ProductOffer[]): Html {
  return html`<h1>Things for a quiet corner</h1>
<ul class="products">
${offers.map((offer) => {
  const form = html`<form method="post" action="/cart/add">
<button name="add" value="${offer.id}" data-sku="${offer.sku}" aria-label="Add to the cart: ${offer.name}">Add to the cart</button>
</form>`;
  const picture = catalog.find(({ id }) => id === offer.sku)?.picture ?? html``;
  return renderProductCard({ product: { ...offer, picture }, currency: offer.currency, form });
})}
</ul>`;
}
