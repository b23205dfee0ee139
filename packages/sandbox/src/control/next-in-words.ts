import type { Order } from "../book/order.ts";
import { isoTime } from "../book/order-view.ts";
import type { PlannedJob } from "../clock/job.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";

/** What will happen to an order if nobody does anything. */
export function nextInWords(order: Order, planned: readonly PlannedJob[], clock: SandboxClock): string {
  const sentences = planned.map((job) => sentence(job));
  if (order.state === "pending") sentences.unshift("The buyer has yet to pay.");
  else if (!planned.some(({ job }) => job.kind === "notify")) sentences.unshift(lastWord(order));
  if (clock.frozen && planned.length > 0)
    sentences.push("The clock stands still: nothing happens until it is moved.");
  return sentences.join(" ");
}

function sentence({ due, job }: PlannedJob): string {
  const when = isoTime(due);
  switch (job.kind) {
    case "notify": {
      const { number, tries } = job.message;
      return tries === 0
        ? `Message ${number} is sent at ${when}.`
        : `Message ${number} is tried again at ${when}, for the ${tries + 1}. time.`;
    }
    case "settle":
      return `A fault makes it ${job.as} at ${when}.`;
    case "cycle":
      return `Cycle ${job.cycle} is charged at ${when}.`;
    case "expire":
      return `It is closed at ${when} if nobody has paid.`;
  }
}

function lastWord({ deliveries }: Order): string {
  const last = deliveries.at(-1);
  if (!last) return "The shop was told nothing.";
  return last.outcome === "ok"
    ? "The shop has answered OK: nothing more is sent."
    : "The shop has not answered OK, and nothing more is sent.";
}
