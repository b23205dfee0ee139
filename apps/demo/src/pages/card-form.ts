import { renderField } from "./form-field.ts";
import { type Html, html } from "./html.ts";
import { formatMoney } from "./money-text.ts";
import { type OrderSummary, renderOrderLines } from "./order-lines.ts";

export interface CardFormView {
  readonly bill: OrderSummary;
  /** Whether the card is charged repeatedly: each month for a year, or as described. */
  readonly again: boolean | { readonly each: string; readonly times: number };
  /** The payment's own route, so that the shop's routes, log and database never contain a card. */
  readonly action: string;
  /** The other fields that the route needs, such as the form token. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly anotherWay: string;
}

export function renderCardForm({ bill, again, action, hidden, anotherWay }: CardFormView): Html {
  const price = formatMoney({ minor: bill.total, currency: bill.currency });
  const plan = again === true ? { each: "month", times: 12 } : again;
  const digits = (most: number, hint: string) => ({ digits: { most, hint } });
  return html`<h1>Your card</h1>
<section class="sheet">
${renderOrderLines(bill)}
${plan && html`<p class="notice">You agree to ${price} now, and the same each ${plan.each}, ${plan.times} times in all.</p>`}
</section>
<form class="sheet" method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${renderField({ name: "card_number", label: "Card number", autocomplete: "cc-number", ...digits(23, "0000 0000 0000 0000") })}
<div class="triple">
${renderField({ name: "card_month", label: "Month", autocomplete: "cc-exp-month", ...digits(2, "MM") })}
${renderField({ name: "card_year", label: "Year", autocomplete: "cc-exp-year", ...digits(4, "YYYY") })}
${renderField({ name: "card_cvv", label: "CVV", autocomplete: "cc-csc", ...digits(4, "123") })}
</div>
<button>Pay ${price}</button>
<p><a href="${anotherWay}">Pay another way</a></p>
</form>
${renderTestCards()}`;
}

function renderTestCards(): Html {
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
