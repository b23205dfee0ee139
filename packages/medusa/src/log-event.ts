import type { Logger } from "@medusajs/framework/types";
import type { Observe, PayIndexEvent } from "@pay-index/core";

/** By default events go where Medusa's own go. None of them can hold a card, a key, a token or a buyer's data. */
export function logEvent(logger: Logger): Observe {
  return ({ event, ...details }) => logger[levelOf(event)](`pay-index: ${event} ${JSON.stringify(details)}`);
}

function levelOf(event: PayIndexEvent["event"]): "error" | "warn" | "info" | "debug" {
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
      return "debug";
  }
}
