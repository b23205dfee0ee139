import { showControlCharacters } from "../mask/mask-text.ts";
import type { SaleOutcome } from "../protocol/submit-sale.ts";
import type { PayIndexEvent } from "./pay-index-event.ts";

/** The level at which to log an event. */
export type EventLogLevel = "error" | "warn" | "info" | "debug";

/**
 * Returns the level at which to log an event: `error` if something of the shop or its host failed, `warn` if staff may have
 * to act, or if the shop is ready for the sandbox only, `debug` for the normal steps of a payment.
 */
export function eventLogLevel(event: PayIndexEvent): EventLogLevel {
  switch (event.event) {
    case "notifications-not-verified":
    case "response-not-stored":
    case "tick-failed":
    case "page-url-failed":
    case "page-render-failed":
    case "request-failed":
      return "error";
    case "review-item-opened":
    case "alert-postponed":
    case "job-postponed":
    case "processing-postponed":
    case "notification-refused":
    case "refusals-suppressed":
    case "sale-warning":
      return "warn";
    case "ready":
      return event.sandbox ? "warn" : "info";
    case "return-not-stored":
    case "payment-link-changed":
    case "secret-rotated":
      return "info";
    case "response-received":
      return event.advice === undefined ? responseLogLevels[event.outcome] : "warn";
    case "dispute-received":
      return event.isRepeated ? "debug" : "warn";
    case "query-answered":
      return event.outcome === "reported" ? "debug" : "warn";
    case "refund-state-changed":
      return event.to === "unknown" || event.to === "failed" ? "warn" : "info";
    case "cancellation-answered":
      return event.outcome === "cancelled" ? "info" : "warn";
    case "attempt-started":
    case "notification-received":
    case "attempt-state-changed":
    case "cycle-state-changed":
    case "job-completed":
    case "alert-sent":
      return "debug";
  }
}

/** Buyers cannot pay while the gateway rejects requests or returns no clear answer. A declined card is normal. */
const responseLogLevels: Readonly<Record<SaleOutcome["outcome"], EventLogLevel>> = {
  rejected: "warn",
  unknown: "warn",
  redirect: "debug",
  approved: "debug",
  declined: "debug",
};

/**
 * Returns the line of a log for an event: its name and its fields as JSON. The line of `ready` starts with the address that the gateway
 * must be able to reach, to copy it.
 */
export function eventLogLine(event: PayIndexEvent): string {
  const { event: name, ...details } = event;
  const fields = showControlCharacters(JSON.stringify(details));
  return event.event === "ready"
    ? `${name} ${event.sandbox ? "SANDBOX: no money moves. " : ""}The gateway must reach ${event.notifyUrl} ${fields}`
    : `${name} ${fields}`;
}
