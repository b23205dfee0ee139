import { type Html, html } from "@pay-index-apps/demo/look/html";
import { orderLines } from "@pay-index-apps/demo/look/order-lines";
import { orderWords, type Words } from "@pay-index-apps/demo/look/order-words";
import { billOf } from "../bill.ts";
import type { Order } from "../shop-api/order.ts";
import type { PaymentStatus } from "../shop-api/payment.ts";

/** Paid and placed are two facts: what is paid may be the cart of before. */
export function wordsOf({ state, placed }: PaymentStatus): Words {
  if (state !== "paid" || placed) return orderWords[state];
  const says = "We have your payment. Your order is being placed; if this takes long, we will write to you.";
  return { title: "Paid", says, tone: "", refreshAfter: 5 };
}

export function orderPage(order: Order, status: PaymentStatus): Html {
  const { title, says, tone, offer } = wordsOf(status);
  const thanks = status.placed && order.customer ? `Thank you, ${order.customer.firstName}. ` : "";
  return html`<h1>${title}</h1>
<p class="notice ${tone}" role="status" data-state="${status.state}">${thanks}${says}</p>
${offer && order.active && html`<p><a class="button" href="/checkout/payment">${offer === "retry" ? "Try again" : "Go on with the payment"}</a></p>`}
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf(order))}
<p class="quiet">Order ${order.code}</p>
</section>
<p><a class="button second" href="/">Back to the shop</a></p>`;
}
