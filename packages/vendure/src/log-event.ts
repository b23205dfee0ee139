import type { PayIndexEvent } from "@pay-index/core";
import { Logger } from "@vendure/core";

/** Under which the plugin writes to Vendure's log. */
export const logContext = "PayIndex";

/** By default events go where Vendure's own go. None of them can hold a card, a key, a token or a buyer's data. */
export function logEvent({ event, ...details }: PayIndexEvent): void {
  Logger[levelOf(event)](`${event} ${JSON.stringify(details)}`, logContext);
}

function levelOf(event: PayIndexEvent["event"]): "error" | "warn" | "info" | "verbose" {
  switch (event) {
    case "response-not-stored":
    case "tick-failed":
    case "page-failed":
    case "render-failed":
    case "request-failed":
      return "error";
    case "work-parked":
    case "work-postponed":
    case "settle-postponed":
    case "notification-refused":
    case "sale-warning":
      return "warn";
    case "ready":
      return "info";
    case "payment-started":
    case "response-received":
    case "notification-received":
    case "payment-moved":
    case "cycle-moved":
    case "work-done":
      return "verbose";
  }
}
