import type { Order } from "../orders/orders.ts";
import { field } from "./field.ts";
import { type Html, html } from "./html.ts";
import { moneyText } from "./money-text.ts";
import { orderLines } from "./order-lines.ts";

export interface CardForm {
  readonly order: Order;
  readonly action: string;
  /** Shows that the form is this shop's own. */
  readonly formToken: string;
}

/** The card goes straight to the payment's own route: the shop's routes, its log and its database never see it. */
export function cardPage({ order, action, formToken }: CardForm): Html {
  const price = moneyText({ minor: order.total, currency: order.currency });
  const monthly = order.checkout?.variant === "subscription";
  const digits = (most: number, hint: string) => ({ digits: { most, hint } });
  return html`<h1>Your card</h1>
<section class="sheet">
${orderLines(order)}
${monthly && html`<p class="notice">You agree to ${price} now, and the same each month, twelve times in all.</p>`}
</section>
<form class="sheet" method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
${field({ name: "card_number", label: "Card number", autocomplete: "cc-number", ...digits(23, "0000 0000 0000 0000") })}
<div class="triple">
${field({ name: "card_month", label: "Month", autocomplete: "cc-exp-month", ...digits(2, "MM") })}
${field({ name: "card_year", label: "Year", autocomplete: "cc-exp-year", ...digits(4, "YYYY") })}
${field({ name: "card_cvv", label: "CVV", autocomplete: "cc-csc", ...digits(4, "123") })}
</div>
<button>Pay ${price}</button>
<p><a href="/checkout/${order.id}">Pay another way</a></p>
</form>
${testCards()}`;
}

function testCards(): Html {
  const card = (number: string, words: string) => html`<li><code>${number}</code> ${words}</li>`;
  return html`<aside class="sheet">
<h2>Test cards</h2>
<p class="quiet">Any CVV, and any month that is still to come. Never type a real card here.</p>
<ul class="plain">
${card("4242 4242 4242 4242", "succeeds")}
${card("4141 4141 4141 4141", "asks you to confirm (3D)")}
${card("4000 0000 0000 1018", "is declined")}
${card("4000 0000 0000 9995", "has no funds")}
</ul>
</aside>`;
}
