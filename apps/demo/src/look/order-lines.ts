import { type Html, html } from "./html.ts";
import { moneyText } from "./money-text.ts";

/** What an order comes to, line by line; whole minor units. */
export interface Bill {
  readonly lines: readonly { readonly text: string; readonly minor: number }[];
  readonly total: number;
  readonly currency: string;
}

export function orderLines({ lines, total, currency }: Bill): Html {
  return html`<ul class="lines">
${lines.map(
  ({ text, minor }) => html`<li>
<span>${text}</span>
<span class="amount">${moneyText({ minor, currency })}</span>
</li>`,
)}
</ul>
<p class="total"><span>Total</span> <span>${moneyText({ minor: total, currency })}</span></p>`;
}
