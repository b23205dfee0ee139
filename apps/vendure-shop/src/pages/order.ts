import type { BookState } from "@pay-index/core";
import { type Html, html } from "@pay-index-apps/demo/look/html";
import { orderLines } from "@pay-index-apps/demo/look/order-lines";
import { orderWords } from "@pay-index-apps/demo/look/order-words";
import { billOf } from "../bill.ts";
import type { Order } from "../shop-api/order.ts";

export function orderPage(order: Order, state: BookState): Html {
  const { title, says, tone, offer } = orderWords[state];
  const thanks = state === "paid" && order.customer ? `Thank you, ${order.customer.firstName}. ` : "";
  return html`<h1>${title}</h1>
<p class="notice ${tone}" role="status" data-state="${state}">${thanks}${says}</p>
${offer && order.active && html`<p><a class="button" href="/checkout/payment">${offer === "retry" ? "Try again" : "Go on with the payment"}</a></p>`}
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf(order))}
<p class="quiet">Order ${order.code}</p>
</section>
<p><a class="button second" href="/">Back to the shop</a></p>`;
}
