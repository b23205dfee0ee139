import type { EventHandler } from "@pay-index/core";
import { EventLimiter } from "./event-limiter.ts";

/**
 * Returns an event handler that passes ten `request-failed` events a minute for each route and code. While the store is
 * unavailable, anybody can cause one with each request. The next event that passes has the number of suppressed ones in
 * `suppressed`. Events of the card route always pass, because each can be a card that was charged.
 *
 * @param now milliseconds of a monotonic clock
 */
export function limitFailureEvents(onEvent: EventHandler, now?: () => number): EventHandler {
  const limit = new EventLimiter(now);
  return (event) => {
    if (event.event !== "request-failed" || event.route === "card") return onEvent(event);
    const suppressed = limit.pass(`${event.route} ${event.error.code}`);
    if (suppressed === undefined) return;
    onEvent(suppressed === 0 ? event : { ...event, suppressed });
  };
}
