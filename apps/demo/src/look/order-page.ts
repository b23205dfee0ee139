import type { BookState } from "@pay-index/core";
import { type Html, html } from "./html.ts";
import { type Bill, orderLines } from "./order-lines.ts";
import { orderWords, type Words } from "./order-words.ts";

/** Where an order's payments stand. */
export interface Standing {
  readonly state: BookState;
  /** Whether the order is placed. Paid and not placed: a moment's work, or staff have it before them. */
  readonly placed: boolean;
}

/** Paid and placed are two facts: what is paid may be the cart of before. */
export function wordsOf({ state, placed }: Standing): Words {
  if (state !== "paid" || placed) return orderWords[state];
  const says = "We have your payment. Your order is being placed; if this takes long, we will write to you.";
  return { title: "Paid", says, tone: "", refreshAfter: 3 };
}

export interface OrderView {
  readonly bill: Bill;
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly standing: Standing;
  /** Whether it is this browser's cart, so that the buyer can pay it here. */
  readonly payable: boolean;
}

export function orderPage({ bill, name, firstName, standing, payable }: OrderView): Html {
  const { title, says, tone, offer } = wordsOf(standing);
  const thanks = standing.placed && firstName ? `Thank you, ${firstName}. ` : "";
  return html`<h1>${title}</h1>
<p class="notice ${tone}" role="status" data-state="${standing.state}">${thanks}${says}</p>
${offer && (payable ? payAgain(offer) : html`<p>You can pay it in the browser that you put it together in, as long as it is in your cart there.</p>`)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(bill)}
<p class="quiet">Order ${name}</p>
</section>
<p><a class="button second" href="/">Back to the shop</a></p>`;
}

function payAgain(offer: "pay" | "retry"): Html {
  return html`<p><a class="button" href="/checkout/payment">${offer === "retry" ? "Try again" : "Go on with the payment"}</a></p>`;
}
