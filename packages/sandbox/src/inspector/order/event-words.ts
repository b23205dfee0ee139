import { replyInWords } from "../../book/reply-in-words.ts";
import type { OrderEvent, OrderHappening, PageAct, PageName, SettledBy } from "../../book/timeline.ts";
import { dayAndTime } from "../../spoken-time.ts";

/** How an event looks in the timeline. The mark says the same as the colour. */
export interface EventWords {
  readonly tone: "plain" | "good" | "bad" | "odd";
  readonly mark: string;
  readonly says: string;
}

type Happened<T extends OrderHappening["type"]> = Extract<OrderEvent, { type: T }>;

/** What happened, as a sentence for whoever writes the shop. */
export function eventWords(event: OrderEvent): EventWords {
  switch (event.type) {
    case "submitted":
      return plain("→", "The shop submitted the sale.");
    case "answered":
      return answered(event);
    case "page":
      return plain("●", pageWords(event.page, event.act, event.method));
    case "settled":
      return settled(event);
    case "delivery_begun":
      return plain("→", `Try ${event.try} of the notification was sent to ${event.url}.`);
    case "delivery_ended":
      return ended(event);
    case "retry_planned":
      return plain("…", `Try ${event.try} is planned for ${dayAndTime(Date.parse(event.dueAt))} UTC.`);
    case "gave_up":
      return {
        tone: "bad",
        mark: "!",
        says: `The gateway gave up after ${counted(event.tries, "try", "tries")}.`,
      };
    case "fault_applied":
      return { tone: "odd", mark: "▲", says: `A fault was at work. ${event.says}` };
    case "sent_back":
      return plain(
        "←",
        `The buyer was sent back to the shop with paymentStatus ${event.status} (${event.method}).`,
      );
    case "cycle_planned":
      return plain(
        "…",
        `Cycle ${event.cycle} will be charged on ${dayAndTime(Date.parse(event.dueAt))} UTC.`,
      );
    case "subscription_closed":
      return { tone: "odd", mark: "−", says: event.says };
  }
}

function plain(mark: string, says: string): EventWords {
  return { tone: "plain", mark, says };
}

function answered({ httpStatus, body }: Happened<"answered">): EventWords {
  if (httpStatus === 0) {
    return { tone: "bad", mark: "✕", says: "The connection was cut before the shop got an answer." };
  }
  return plain("←", body === "" ? "The gateway answered with nothing." : "The gateway answered the sale.");
}

const who: Readonly<Record<SettledBy, string>> = {
  card: "by its card",
  buyer: "by the buyer",
  desk: "by somebody at the desk",
  fault: "by a fault",
  clock: "by the clock",
};

function settled({ as, by, transactionId, reason, cycle }: Happened<"settled">): EventWords {
  const what = cycle === undefined || cycle === 1 ? "The order" : `Cycle ${cycle}`;
  const why = reason ? `: ${reason}` : "";
  const says = `${what} became ${as} ${who[by]}${why} (transaction ${transactionId}).`;
  return as === "paid" ? { tone: "good", mark: "✓", says } : { tone: "bad", mark: "✕", says };
}

function ended({ delivery }: Happened<"delivery_ended">): EventWords {
  const says = `${replyInWords(delivery)}.`;
  return delivery.outcome === "ok" ? { tone: "good", mark: "✓", says } : { tone: "bad", mark: "✕", says };
}

const pages: Readonly<Record<PageName, string>> = {
  checkout: "the checkout",
  invoice: "the invoice",
  methods: "the list of methods",
  method: "the method's page",
  challenge: "the 3D page",
  app: "the page that opens the app",
};

const acts: Readonly<Record<PageAct, string>> = {
  opened: "opened",
  entered_card: "entered a card on",
  approved: "approved on",
  refused: "refused on",
  left: "went back, still processing, from",
  cancelled: "cancelled on",
};

function pageWords(page: PageName, act: PageAct, method?: string): string {
  return `The buyer ${acts[act]} ${pages[page]}${method ? ` (${method})` : ""}.`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
