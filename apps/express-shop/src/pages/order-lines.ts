import type { Order } from "../orders/orders.ts";
import { type Html, html } from "./html.ts";
import { moneyText } from "./money-text.ts";

/** What is in an order, and what it comes to. */
export function orderLines({ lines, total, currency }: Order): Html {
  return html`<ul class="lines">
${lines.map(
  ({ name, price, quantity }) => html`<li>
<span>${quantity} × ${name}</span>
<span class="amount">${moneyText({ minor: price * quantity, currency })}</span>
</li>`,
)}
</ul>
<p class="total"><span>Total</span> <span>${moneyText({ minor: total, currency })}</span></p>`;
}
