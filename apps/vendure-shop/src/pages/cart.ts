import { type Html, html } from "@pay-index-apps/demo/look/html";
import { moneyText } from "@pay-index-apps/demo/look/money-text";
import type { Order, OrderLine } from "../shop-api/order.ts";

export function cartPage(cart: Order | undefined, problem: string | undefined): Html {
  if (cart === undefined) {
    return html`<h1>Your cart is empty</h1>
<p><a class="button second" href="/">Look at the products</a></p>`;
  }
  const text = (minor: number) => moneyText({ minor, currency: cart.currencyCode });
  const things = cart.lines.reduce((sum, { linePriceWithTax }) => sum + linePriceWithTax, 0);
  return html`<h1>Your cart</h1>
${problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`}
<section class="sheet">
<form method="post" action="/cart">
<ul class="lines">
${cart.lines.map((line) => cartLine(line, text))}
</ul>
<p class="total"><span>Total</span> <span>${text(things)}</span></p>
<button class="second">Change quantities</button>
</form>
<p><a class="button" href="/checkout">Go to the checkout</a></p>
<p><a href="/">Add something else</a></p>
</section>`;
}

function cartLine(line: OrderLine, text: (minor: number) => string): Html {
  const { id, quantity, linePriceWithTax, unitPriceWithTax, productVariant } = line;
  return html`<li>
<label for="line-${id}">${productVariant.name}<span class="quiet">${text(unitPriceWithTax)} each; 0 takes it out</span></label>
<input id="line-${id}" name="line-${id}" type="number" min="0" max="20" value="${quantity}">
<span class="amount">${text(linePriceWithTax)}</span>
</li>`;
}
