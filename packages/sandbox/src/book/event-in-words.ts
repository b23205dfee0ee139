import { dayAndTime } from "../spoken-time.ts";
import { replyInWords } from "./reply-in-words.ts";
import type { OrderEvent, OrderHappening, PageAct, PageName, SettledBy } from "./timeline.ts";

type Happened<T extends OrderHappening["type"]> = Extract<OrderEvent, { type: T }>;

/** What happened, as a sentence for whoever writes the shop: in the log, in the stream of events and in the timeline. */
export function eventInWords(event: OrderEvent): string {
  switch (event.type) {
    case "submitted":
      return submitted(event);
    case "answered":
      return answered(event);
    case "page":
      return `The buyer ${acts[event.act]} ${pages[event.page]}${event.method ? ` (${event.method})` : ""}.`;
    case "settled":
      return settled(event);
    case "delivery_begun":
      return `Try ${event.try} of the notification was sent to ${event.url}.`;
    case "delivery_ended":
      return `${replyInWords(event.delivery)}.`;
    case "retry_planned":
      return `Try ${event.try} is planned for ${dayAndTime(Date.parse(event.dueAt))} UTC.`;
    case "gave_up":
      return `The gateway gave up after ${event.tries} ${event.tries === 1 ? "try" : "tries"}.`;
    case "fault_applied":
      return `A fault was at work. ${event.says}`;
    case "sent_back":
      return `The buyer was sent back to the shop with paymentStatus ${event.status} (${event.method}).`;
    case "cycle_planned":
      return `Cycle ${event.cycle} will be charged on ${dayAndTime(Date.parse(event.dueAt))} UTC.`;
    case "subscription_closed":
      return event.says;
  }
}

function submitted({ fields }: Happened<"submitted">): string {
  return `The shop submitted the sale: ${fields.pay_amount} ${fields.pay_currency}, merchant ${fields.pay_memberid}.`;
}

function answered({ httpStatus, body }: Happened<"answered">): string {
  if (httpStatus === 0) return "The connection was cut before the shop got an answer.";
  return body === "" ? "The gateway answered with nothing." : "The gateway answered the sale.";
}

const who: Readonly<Record<SettledBy, string>> = {
  card: "by its card",
  buyer: "by the buyer",
  desk: "by somebody at the desk",
  fault: "by a fault",
  clock: "by the clock",
};

function settled({ as, by, transactionId, reason, cycle }: Happened<"settled">): string {
  const what = cycle === undefined || cycle === 1 ? "The order" : `Cycle ${cycle}`;
  const why = reason ? `: ${reason}` : "";
  return `${what} became ${as} ${who[by]}${why} (transaction ${transactionId}).`;
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
