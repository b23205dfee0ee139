import {
  type AttemptStatus,
  type CycleStatus,
  findPaidSubscription,
  type PaymentStatus,
  type ReviewItem,
  type TimelineEntry,
} from "@pay-index/express";
import { type Html, html } from "@pay-index-apps/demo/pages/html";
import { formatMoney } from "@pay-index-apps/demo/pages/money-text";
import { renderOrderLines } from "@pay-index-apps/demo/pages/order-lines";
import { findStateTexts, renderStateNotice } from "@pay-index-apps/demo/pages/order-page";
import type { CheckoutFormValues } from "../checkout-form.ts";
import { type Order, toOrderSummary } from "../orders/orders.ts";
import { renderSubscription } from "./subscription-view.ts";

export interface OrderPageView {
  readonly order: Order;
  readonly status: PaymentStatus;
  /** Only for a subscription: the ids of the renewals, by cycle. */
  readonly renewals: ReadonlyMap<number, string>;
}

export function orderPage({ order, status, renewals }: OrderPageView): Html {
  if (order.renews !== undefined) return renderRenewalPage(order, order.renews);
  const words = findStateTexts({ state: status.state, placed: order.paid });
  const { title, offer } = words;
  const begun = findPaidSubscription(status);
  const thanks = order.paid && order.checkout ? `Thank you, ${order.checkout.firstName}. ` : "";
  return html`<h1>${title}</h1>
${renderStateNotice(words, { state: status.state, thanks })}
${offer && renderPayForm(order, offer)}
${renderOrder(order)}
${begun && renderSubscription(begun.subscription, renewals)}
${status.attempts.length > 0 && renderStaffView(status)}
<p><a class="button second" href="/">Back to the shop</a></p>`;
}

/** A renewal has no payment of its own: the subscription paid it. */
function renderRenewalPage(order: Order, { order: first, cycle }: NonNullable<Order["renews"]>): Html {
  return html`<h1>Paid</h1>
<p class="notice good" role="status" data-state="paid" data-renews="${first}">Your subscription has paid this order: it is number ${cycle}. It is on its way to our packers.</p>
${renderOrder(order)}
<p><a class="button second" href="/orders/${first}">Your subscription</a></p>`;
}

function renderOrder(order: Order): Html {
  const { id, refunded: minor, currency } = order;
  return html`<section class="sheet">
<h2>Your order</h2>
${renderOrderLines(toOrderSummary(order))}
${minor > 0 && html`<p class="total" data-refunded="${minor}"><span>Refunded</span> <span>${formatMoney({ minor, currency })}</span></p>`}
<p class="quiet">Order ${id}</p>
</section>`;
}

/** One click continues with the same payment method. The other link changes it. */
function renderPayForm({ id, checkout }: Order, offer: "pay" | "retry"): Html {
  if (checkout === undefined) return html`<p><a class="button" href="/checkout/${id}">Pay this order</a></p>`;
  return html`<form method="post" action="/orders/${id}/pay" ${hasGatewayPage(checkout) && html`data-order-page="/orders/${id}"`}>
<p class="news" role="status"></p>
<button>${offer === "retry" ? "Try again" : "Go on with the payment"}</button>
</form>
<p class="centre"><a href="/checkout/${id}">Pay another way</a></p>`;
}

/** A card is entered on a page of the shop. */
function hasGatewayPage({ variant }: CheckoutFormValues): boolean {
  return variant !== "card" && variant !== "subscription";
}

/** A real shop would require a login here. The sample shop displays it to everybody. */
function renderStaffView({ attempts, reviewItems }: PaymentStatus): Html {
  return html`<section class="sheet staff">
<h2>What staff see <span class="quiet">(times in UTC)</span></h2>
${reviewItems.length > 0 && html`<h3>To look at</h3><ul class="plain items">${reviewItems.map(renderReviewItem)}</ul>`}
${[...attempts].reverse().map(renderAttempt)}
</section>`;
}

function renderReviewItem({ kind, problem }: ReviewItem): Html {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("-", " ");
  return html`<li class="notice bad"><strong>${name}.</strong> ${problem?.message}</li>`;
}

function renderAttempt({ attemptId, number: count, state, timeline, subscription }: AttemptStatus): Html {
  const later = subscription?.cycles.filter(({ number }) => number > 1) ?? [];
  return html`<article data-attempt-id="${attemptId}">
<h3>Attempt ${count}: ${state}</h3>
<ol class="timeline">
${timeline.map((entry) => renderTimelineEntry(entry, entry.at.slice(11, 19)))}
</ol>
${later.map(renderCycle)}
</article>`;
}

function renderCycle({ number, state, timeline }: CycleStatus): Html {
  return html`<h4>Cycle ${number}: ${state}</h4>
<ol class="timeline">
${timeline.map((entry) => renderTimelineEntry(entry, entry.at.slice(0, 10)))}
</ol>`;
}

function renderTimelineEntry({ at, source, text }: TimelineEntry, when: string): Html {
  return html`<li data-source="${source}"><time datetime="${at}">${when}</time> <span>${text}</span></li>`;
}
