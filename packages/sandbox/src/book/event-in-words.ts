import type { Order } from "./order.ts";
import type { OrderEvent } from "./timeline.ts";

/** One line for the log and for whoever listens. */
export function eventInWords(order: Order, event: OrderEvent): string {
  return `order ${order.orderNumber}: ${whatHappened(order, event)}`;
}

function whatHappened({ merchant, amount, currency }: Order, event: OrderEvent): string {
  switch (event.type) {
    case "submitted":
      return `${amount} ${currency}, ${merchant.variant}, merchant ${merchant.id}`;
    case "answered":
      return event.httpStatus === 0 ? "the connection was cut" : `answered with HTTP ${event.httpStatus}`;
    case "page":
      return `page ${event.page}${event.method ? ` of ${event.method}` : ""}: ${event.act.replace("_", " ")}`;
    case "settled": {
      const cycle = (event.cycle ?? 1) > 1 ? `cycle ${event.cycle} ` : "";
      return `${cycle}${event.as} by ${event.by}${event.reason ? `: ${event.reason}` : ""}`;
    }
    case "delivery_begun":
      return `notification ${event.message}, try ${event.try}, is on its way`;
    case "delivery_ended": {
      const { message, try: count, outcome } = event.delivery;
      return `notification ${message}, try ${count}: ${outcome}`;
    }
    case "retry_planned":
      return `notification ${event.message} will be tried again at ${event.dueAt}`;
    case "gave_up":
      return `notification ${event.message} was given up after ${event.tries} ${event.tries === 1 ? "try" : "tries"}`;
    case "fault_applied":
      return `fault ${event.fault}: ${event.says}`;
    case "sent_back":
      return `the buyer goes back with ${event.status}`;
    case "cycle_planned":
      return `cycle ${event.cycle} is due at ${event.dueAt}`;
    case "subscription_closed":
      return `the subscription is closed by ${event.by}`;
  }
}
