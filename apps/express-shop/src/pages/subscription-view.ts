import type { AttemptState, CycleStatus, SubscriptionState, SubscriptionStatus } from "@pay-index/express";
import { type Html, html } from "@pay-index-apps/demo/pages/html";

/** The state of a subscription for the buyer. */
const subscriptionStateTexts: Readonly<Record<SubscriptionState, string>> = {
  waiting: "It begins with your first payment.",
  active: "It runs. Your card is charged by itself.",
  closed: "It was closed. Your card is not charged any more.",
  ended: "It has come to its end. Your card is not charged any more.",
};

const cycleStateTexts: Readonly<Record<AttemptState, string>> = {
  created: "expected",
  pending: "expected",
  approved: "expected",
  paid: "paid",
  review: "we are looking into it",
  failed: "the charge did not work",
  closed: "not charged",
  refunded: "refunded",
};

/**
 * Displays a subscription to the buyer: its state, the charged cycles and the next one. `renewals` are the shop's
 * orders, by cycle.
 */
export function renderSubscription(
  { state, cycles, nextCycle, totalCount }: SubscriptionStatus,
  renewals: ReadonlyMap<number, string>,
): Html {
  return html`<section class="sheet" data-subscription="${state}">
<h2>Your subscription</h2>
<p>${subscriptionStateTexts[state]}${nextCycle && ` The next time is on ${formatDay(nextCycle.dueAt)}.`}</p>
<ol class="lines">
${cycles.map((cycle) => renderCycleLine(cycle, { totalCount, renewal: renewals.get(cycle.number) }))}
</ol>
</section>`;
}

function renderCycleLine(
  { number, state, dueAt, isOverdue }: CycleStatus,
  { totalCount, renewal }: { totalCount: number; renewal: string | undefined },
): Html {
  return html`<li data-cycle="${number}" data-state="${state}">
<span>${number} of ${totalCount}${dueAt && html`<span class="quiet">${formatDay(dueAt)}</span>`}</span>
<span>${isOverdue && state === "created" ? "late: we are asking the gateway" : cycleStateTexts[state]}${renewal && html`: <a href="/orders/${renewal}">its order</a>`}</span>
</li>`;
}

function formatDay(instant: string): string {
  return new Date(instant).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}
