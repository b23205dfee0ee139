import { type Html, html } from "./html.ts";
import { formatMoney } from "./money-text.ts";

/** A cart that is not empty. Amounts are whole minor units. */
export interface CartView {
  readonly lines: readonly {
    readonly id: string;
    readonly name: string;
    readonly quantity: number;
    readonly each: number;
    readonly minor: number;
  }[];
  readonly currency: string;
}

/** The message if the cart is empty after a product was added. */
export const cookiesBlockedText =
  "Your browser refuses cookies, and this shop needs one to remember your cart. Please allow them for this shop, and put it in again.";

/** Renders the cart. Quantities are posted to `/cart` as `line-` and the line's id. */
export function cartPage(cart: CartView | undefined, problem: string | undefined): Html {
  const alert = problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`;
  if (cart === undefined) {
    return html`<h1>Your cart is empty</h1>
${alert}
<p><a class="button second" href="/">Look at the products</a></p>`;
  }
  const text = (minor: number) => formatMoney({ minor, currency: cart.currency });
  const total = cart.lines.reduce((sum, { minor }) => sum + minor, 0);
  return html`<h1>Your cart</h1>
${alert}
<section class="sheet">
<form method="post" action="/cart">
<ul class="lines">
${cart.lines.map((line) => cartLine(line, text))}
</ul>
<p class="total"><span>Total</span> <span>${text(total)}</span></p>
<button class="second">Change quantities</button>
</form>
<p><a class="button" href="/checkout">Go to the checkout</a></p>
<p><a href="/">Add something else</a></p>
</section>`;
}

function cartLine(line: CartView["lines"][number], text: (minor: number) => string): Html {
  const { id, quantity, minor, each, name } = line;
  return html`<li>
<label for="line-${id}">${name}<span class="quiet">${text(each)} each; 0 takes it out</span></label>
<input id="line-${id}" name="line-${id}" type="number" min="0" max="20" value="${quantity}">
<span class="amount">${text(minor)}</span>
</li>`;
}
