import type { Order } from "../book/order.ts";
import { replyInWords } from "../book/reply-in-words.ts";
import type { Message, PlannedJob } from "../clock/job.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import { dayAndTime, spokenDistance } from "../spoken-time.ts";

export interface NextParts {
  readonly planned: readonly PlannedJob[];
  readonly clock: SandboxClock;
  /** Milliseconds between the tries of a notification. */
  readonly retryGaps: readonly number[];
}

/** What will happen to an order if nobody does anything, for whoever waits for it. */
export function nextInWords(order: Order, { planned, clock, retryGaps }: NextParts): string {
  const now = clock.now();
  const sentences = planned.map((plan) => sentence(order, plan, { now, tries: retryGaps.length + 1 }));
  const beginning = order.state === "pending" ? "The buyer has yet to pay." : lastReply(order);
  if (beginning) sentences.unshift(beginning);
  if (planned.length === 0 && order.state !== "pending") sentences.push(nothingMore(order));
  if (clock.frozen && planned.length > 0) {
    sentences.push("But the clock stands still: nothing happens until it is moved.");
  }
  return sentences.join(" ");
}

interface Terms {
  readonly now: number;
  /** How many tries a message gets in all. */
  readonly tries: number;
}

function sentence(order: Order, { due, job }: PlannedJob, { now, tries }: Terms): string {
  const when = spokenDistance(due, now);
  switch (job.kind) {
    case "notify":
      return tryInWords(order, job.message, { when, left: tries - job.message.tries });
    case "settle":
      return `A fault makes it ${job.as} ${when}.`;
    case "cycle":
      return `Cycle ${job.cycle} is charged ${when}, at ${dayAndTime(due)} UTC.`;
    case "expire":
      return `If nobody pays, the gateway closes it ${when}.`;
  }
}

interface Try {
  readonly when: string;
  /** Tries that are left, this one included. */
  readonly left: number;
}

function tryInWords({ notify }: Order, message: Message, { when, left }: Try): string {
  const which = message.tries === 0 ? "The notification" : "The next try";
  const says = `${which} goes to ${notify.url.href} ${when}`;
  if (message.once) return `${says}, once.`;
  const more = left === 1 ? "this one" : `${left} more tries`;
  return message.tries === 0 ? `${says}.` : `${says}; after ${more} the gateway gives up.`;
}

/** Only what is not well needs a word. */
function lastReply({ deliveries }: Order): string {
  const last = deliveries.at(-1);
  return last && last.outcome !== "ok" ? `${replyInWords(last)}.` : "";
}

function nothingMore({ deliveries }: Order): string {
  const last = deliveries.at(-1);
  if (!last) return "The shop is being told for the first time.";
  return last.outcome === "ok"
    ? "Nothing more: the shop answered OK."
    : "Nothing more is sent by itself: send it again by hand when the shop is mended.";
}
