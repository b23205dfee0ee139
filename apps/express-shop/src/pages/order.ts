import type { BookState, BookStatus, PaymentStatus, TimelineEntry, Work } from "@pay-index/core";
import type { Order } from "../orders/orders.ts";
import { type Html, html } from "./html.ts";
import { orderLines } from "./order-lines.ts";

interface Words {
  readonly title: string;
  readonly says: string;
  readonly tone: "good" | "bad" | "";
  /** What the buyer may do about it. */
  readonly offer?: "pay" | "retry";
}

/** A payment's state for a buyer. Nothing here says "paid" before the gateway has confirmed it with its signature. */
const words: Readonly<Record<BookState, Words>> = {
  none: { title: "Not paid yet", says: "Your order is kept. You can pay it now.", tone: "", offer: "pay" },
  created: { title: "One moment", says: "Your payment is being started.", tone: "" },
  pending: {
    title: "Waiting for your payment",
    says: "We have not heard yet that it was paid. If you left the payment page, you can go on with it.",
    tone: "",
    offer: "pay",
  },
  approved: {
    title: "Nearly there",
    says: "The payment was approved. We are waiting for the final confirmation.",
    tone: "",
  },
  review: {
    title: "We are looking into it",
    says: "Something about this payment does not match. Please do not pay again; we will write to you.",
    tone: "bad",
  },
  paid: { title: "Paid", says: "Your order is paid and on its way to our packers.", tone: "good" },
  failed: {
    title: "The payment did not work",
    says: "Nothing was charged. Your order is kept with everything in it.",
    tone: "bad",
    offer: "retry",
  },
  closed: {
    title: "The payment was closed",
    says: "Nothing was charged. Your order is kept with everything in it.",
    tone: "bad",
    offer: "retry",
  },
};

/** The page's title and whether it asks again by itself. */
export function orderTitle({ state }: BookStatus): { title: string; refreshAfter?: number } {
  const waits = state === "created" || state === "approved";
  return { title: words[state].title, ...(waits ? { refreshAfter: 3 } : {}) };
}

export function orderPage(order: Order, status: BookStatus): Html {
  const { title, says, tone, offer } = words[status.state];
  const thanks = order.paid && order.checkout ? `Thank you, ${order.checkout.firstName}. ` : "";
  return html`<h1>${title}</h1>
<p class="notice ${tone}" role="status" data-state="${status.state}">${thanks}${says}</p>
${offer && payAgain(order, offer)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(order)}
<p class="quiet">Order ${order.id}</p>
</section>
${status.payments.length > 0 && staffView(status)}
<p><a class="button second" href="/">Back to the shop</a></p>`;
}

/** One click goes on with the same way to pay; the other link changes it. */
function payAgain({ id, checkout }: Order, offer: "pay" | "retry"): Html {
  if (checkout === undefined) return html`<p><a class="button" href="/checkout/${id}">Pay this order</a></p>`;
  return html`<form method="post" action="/orders/${id}/pay">
<button>${offer === "retry" ? "Try again" : "Go on with the payment"}</button>
</form>
<p class="centre"><a href="/checkout/${id}">Pay another way</a></p>`;
}

/** In a real shop this would stand behind a login. It is the point of this one, so everybody sees it. */
function staffView({ payments, items }: BookStatus): Html {
  return html`<section class="sheet staff">
<h2>What staff see <span class="quiet">(times in UTC)</span></h2>
${items.length > 0 && html`<h3>To look at</h3><ul class="plain items">${items.map(staffItem)}</ul>`}
${[...payments].reverse().map(attempt)}
</section>`;
}

function staffItem({ kind, problem }: Work): Html {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("-", " ");
  return html`<li class="notice bad"><strong>${name}.</strong> ${problem?.message}</li>`;
}

function attempt({ orderNumber, attempt: count, state, timeline }: PaymentStatus): Html {
  return html`<article data-order-number="${orderNumber}">
<h3>Attempt ${count}: ${state}</h3>
<ol class="timeline">
${timeline.map(timelineEntry)}
</ol>
</article>`;
}

function timelineEntry({ at, source, text }: TimelineEntry): Html {
  return html`<li data-source="${source}"><time datetime="${at}">${at.slice(11, 19)}</time> <span>${text}</span></li>`;
}
