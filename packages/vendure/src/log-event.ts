import type { PayIndexEvent } from "@pay-index/core";
import { Logger } from "@vendure/core";

const context = "PayIndex";

/** By default events go where Vendure's own go. None of them can hold a card, a key, a token or a buyer's data. */
export function logEvent({ event, ...details }: PayIndexEvent): void {
  Logger[levelOf(event)](`${event} ${JSON.stringify(details)}`, context);
}

function levelOf(event: PayIndexEvent["event"]): "error" | "warn" | "info" | "verbose" {
  switch (event) {
    case "response-not-stored":
    case "tick-failed":
    case "page-failed":
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
    case "work-done":
      return "verbose";
  }
}
