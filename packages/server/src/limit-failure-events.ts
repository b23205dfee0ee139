import type { EventHandler } from "@pay-index/core";
import { EventLimiter } from "./event-limiter.ts";

/**
 * Returns an observer that passes on ten `request-failed` events a minute for each route and code. While the store is unavailable, any
 * stranger can cause one with every request. The next event that is passed on counts the ones before it in `suppressed`. Events of
 * the card route always pass: each may be a card that was charged.
 *
 * @param now milliseconds of a clock that only goes forward
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
