import type { Cart } from "../cart.ts";
import { catalog, currency, type Product } from "../catalog.ts";
import { cartFields } from "./cart.ts";
import { type Html, html } from "./html.ts";
import { moneyText } from "./money-text.ts";

export function productsPage(cart: Cart): Html {
  return html`<h1>Things for a quiet corner</h1>
<ul class="products">
${catalog.map((product) => productCard(product, cart))}
</ul>`;
}

function productCard(product: Product, cart: Cart): Html {
  const { id, name, says, price, picture } = product;
  return html`<li class="sheet product">
<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">${picture}</svg>
<h2>${name}</h2>
<p>${says}</p>
<p class="price">${moneyText({ minor: price, currency })}</p>
<form action="/cart">
${cartFields(cart)}
<button name="add" value="${id}" aria-label="Add ${name} to the cart">Add to the cart</button>
</form>
</li>`;
}
