import { type Html, html } from "./html.ts";
import { formatMoney } from "./money-text.ts";

/** The lines and totals of an order, in whole minor units. */
export interface OrderSummary {
  readonly lines: readonly { readonly text: string; readonly minor: number }[];
  readonly total: number;
  readonly currency: string;
}

export function renderOrderLines({ lines, total, currency }: OrderSummary): Html {
  return html`<ul class="lines">
${lines.map(
  ({ text, minor }) => html`<li>
<span>${text}</span>
<span class="amount">${formatMoney({ minor, currency })}</span>
</li>`,
)}
</ul>
<p class="total"><span>Total</span> <span>${formatMoney({ minor: total, currency })}</span></p>`;
}
