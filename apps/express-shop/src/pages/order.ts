import type { BookStatus, CycleStatus, PaymentStatus, TimelineEntry, Work } from "@pay-index/core";
import { begunSubscription } from "@pay-index/express";
import { type Html, html } from "@pay-index-apps/demo/look/html";
import { orderLines } from "@pay-index-apps/demo/look/order-lines";
import { standingLine, wordsOf } from "@pay-index-apps/demo/look/order-page";
import type { Checkout } from "../checkout.ts";
import { billOf, type Order } from "../orders/orders.ts";
import { subscriptionView } from "./subscription.ts";

export interface OrderView {
  readonly order: Order;
  readonly status: BookStatus;
  /** Of its subscription: the shop's orders, by cycle. */
  readonly renewals: ReadonlyMap<number, string>;
}

export function orderPage({ order, status, renewals }: OrderView): Html {
  if (order.renews !== undefined) return renewalPage(order, order.renews);
  const words = wordsOf({ state: status.state, placed: order.paid });
  const { title, offer } = words;
  const begun = begunSubscription(status);
  const thanks = order.paid && order.checkout ? `Thank you, ${order.checkout.firstName}. ` : "";
  return html`<h1>${title}</h1>
${standingLine(words, { state: status.state, thanks })}
${offer && payAgain(order, offer)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf(order))}
<p class="quiet">Order ${order.id}</p>
</section>
${begun && subscriptionView(begun.subscription, renewals)}
${status.payments.length > 0 && staffView(status)}
<p><a class="button second" href="/">Back to the shop</a></p>`;
}

/** It has no payment of its own: the subscription has paid it. */
function renewalPage(order: Order, { order: first, cycle }: NonNullable<Order["renews"]>): Html {
  return html`<h1>Paid</h1>
<p class="notice good" role="status" data-state="paid" data-renews="${first}">Your subscription has paid this order: it is number ${cycle}. It is on its way to our packers.</p>
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf(order))}
<p class="quiet">Order ${order.id}</p>
</section>
<p><a class="button second" href="/orders/${first}">Your subscription</a></p>`;
}

/** One click goes on with the same way to pay; the other link changes it. */
function payAgain({ id, checkout }: Order, offer: "pay" | "retry"): Html {
  if (checkout === undefined) return html`<p><a class="button" href="/checkout/${id}">Pay this order</a></p>`;
  return html`<form method="post" action="/orders/${id}/pay" ${opensPage(checkout) && html`data-order-page="/orders/${id}"`}>
<p class="news" role="status"></p>
<button>${offer === "retry" ? "Try again" : "Go on with the payment"}</button>
</form>
<p class="centre"><a href="/checkout/${id}">Pay another way</a></p>`;
}

/** A card is asked for on a page of the shop instead. */
function opensPage({ variant }: Checkout): boolean {
  return variant !== "card" && variant !== "subscription";
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

function attempt({ orderNumber, attempt: count, state, timeline, subscription }: PaymentStatus): Html {
  const later = subscription?.cycles.filter(({ number }) => number > 1) ?? [];
  return html`<article data-order-number="${orderNumber}">
<h3>Attempt ${count}: ${state}</h3>
<ol class="timeline">
${timeline.map((entry) => timelineEntry(entry, entry.at.slice(11, 19)))}
</ol>
${later.map(cycle)}
</article>`;
}

function cycle({ number, state, timeline }: CycleStatus): Html {
  return html`<h4>Cycle ${number}: ${state}</h4>
<ol class="timeline">
${timeline.map((entry) => timelineEntry(entry, entry.at.slice(0, 10)))}
</ol>`;
}

function timelineEntry({ at, source, text }: TimelineEntry, when: string): Html {
  return html`<li data-source="${source}"><time datetime="${at}">${when}</time> <span>${text}</span></li>`;
}
