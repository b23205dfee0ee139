import { type Html, html } from "@pay-index-apps/demo/pages/html";
import { formatMoney } from "@pay-index-apps/demo/pages/money-text";
import { type Cart, cartQuery, findCartConflict, sumTotal } from "../cart.ts";
import { currency } from "../catalog.ts";

export function cartPage(cart: Cart): Html {
  if (cart.length === 0) {
    return html`<h1>Your cart is empty</h1>
<p><a class="button second" href="/">Look at the products</a></p>`;
  }
  const mixed = findCartConflict(cart);
  const total = sumTotal(cart.map(({ product, quantity }) => ({ price: product.price, quantity })));
  return html`<h1>Your cart</h1>
${mixed && html`<p class="notice bad" role="alert" data-mixed="${mixed.code}">${mixed.message}</p>`}
<section class="sheet">
<form action="/cart">
<ul class="lines">
${cart.map(renderCartLine)}
</ul>
<p class="total"><span>Total</span> <span>${formatMoney({ minor: total, currency })}</span></p>
<button class="second">Change quantities</button>
</form>
${mixed === undefined && renderCheckoutForm(cart)}
<p><a href="/?${cartQuery(cart)}">Add something else</a></p>
</section>`;
}

function renderCheckoutForm(cart: Cart): Html {
  return html`<form method="post" action="/orders">
${renderCartFields(cart)}
<button>Go to the checkout</button>
</form>`;
}

function renderCartLine({ product: { id, name, price }, quantity }: Cart[number]): Html {
  return html`<li>
<label for="${id}">${name}<span class="quiet">${formatMoney({ minor: price, currency })} each; 0 takes it out</span></label>
<input id="${id}" name="${id}" type="number" min="0" max="20" value="${quantity}">
<span class="amount">${formatMoney({ minor: price * quantity, currency })}</span>
</li>`;
}

/** Returns hidden fields with the cart's contents. */
export function renderCartFields(cart: Cart): Html[] {
  return cart.map(
    ({ product, quantity }) => html`<input type="hidden" name="${product.id}" value="${quantity}">`,
  );
}
