import type { NotificationMessage, PlannedJob } from "../clock/job.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { describeDelivery } from "../orders/delivery-text.ts";
import type { Order } from "../orders/order.ts";
import { formatDateTime, formatRelativeTime } from "../time-text.ts";

/** Describes the next event of an order if nothing else happens, for a developer who waits for it. */
export function describeNextStep(order: Order, core: GatewayCore): string {
  const planned = core.jobs.of(order.id);
  const sentences = planned.map((plan) => describeJob(order, plan, core));
  const beginning = describeBeginning(order);
  if (beginning) sentences.unshift(beginning);
  if (planned.length === 0 && order.state !== "pending") sentences.push(describeNoMoreTries(order));
  if (core.clock.frozen && planned.some(({ held }) => !held)) {
    sentences.push("But the clock is frozen: nothing happens until you move it.");
  }
  return sentences.join(" ");
}

/** Describes only replies that failed. */
function describeBeginning({ state, step, deliveries }: Order): string {
  const last = deliveries.at(-1);
  if (state !== "pending") return last && last.outcome !== "ok" ? `${describeDelivery(last)}.` : "";
  return step === "none"
    ? "The first charge was declined: insufficient funds."
    : "The buyer has not paid yet.";
}

function describeJob(
  order: Order,
  { due, held, job }: PlannedJob,
  { clock, retryGaps }: GatewayCore,
): string {
  const now = clock.now();
  const when = due > now ? formatRelativeTime(due, now) : "now";
  switch (job.kind) {
    case "notify":
      if (held) return `Try ${job.message.tries + 1} is on its way to ${order.notify.url.href}.`;
      return describeTry(order, job.message, { when, left: retryGaps.length + 1 - job.message.tries });
    case "dispute":
      return `Try ${job.message.tries + 1} of the dispute message goes to the webhook ${when}.`;
    case "late_outcome":
      return `A fault makes it ${job.as} ${when}.`;
    case "first_charge":
      return `Attempt ${job.attempt} of ${order.plan?.attempts} is made ${when}, at ${formatDateTime(due)} UTC.`;
    case "cycle":
      return `Cycle ${job.cycle} is charged ${when}, at ${formatDateTime(due)} UTC.`;
    case "refund_result":
      return `Refund ${job.refundId} ends ${when}.`;
    case "expire":
      return `If nobody pays, the gateway closes it ${when}.`;
  }
}

/** @param left the number of tries left, including this one */
function describeTry(
  { notify }: Order,
  message: NotificationMessage,
  { when, left }: { when: string; left: number },
): string {
  const which = message.tries === 0 ? "The notification" : "The next try";
  const says = `${which} goes to ${notify.url.href} ${when}`;
  if (message.once) return `${says}, once.`;
  const more = left === 1 ? "this one" : `${left} more tries`;
  return message.tries === 0 ? `${says}.` : `${says}; after ${more} the gateway gives up.`;
}

function describeNoMoreTries({ deliveries }: Order): string {
  const last = deliveries.at(-1);
  if (!last) return "The first notification is being sent to the shop.";
  return last.outcome === "ok"
    ? "Nothing more: the shop answered OK."
    : "Nothing more is sent by itself: send it again by hand when the shop is mended.";
}
