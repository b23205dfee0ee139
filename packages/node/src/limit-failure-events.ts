import type { Observe, PayIndexEvent } from "@pay-index/core";

/** Events of one kind of failure that a window lets through. */
const limit = 10;
/** Milliseconds. */
const windowLength = 60_000;

interface Window {
  since: number;
  reported: number;
  suppressed: number;
}

type Failed = Extract<PayIndexEvent, { event: "request-failed" }>;

/**
 * Returns an observer that passes on ten `request-failed` events a minute for each route and code. While the store is unavailable, any
 * stranger can cause one with every request. The next event that is passed on counts the ones before it in `suppressed`. Events of
 * the card route always pass: each may be a card that was charged.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function limitFailureEvents(observe: Observe, now: () => number = () => performance.now()): Observe {
  const windows = new Map<string, Window>();
  return (event) => {
    if (event.event !== "request-failed" || event.route === "card") observe(event);
    else reportWithin(windowOf(windows, event, now()), event, observe);
  };
}

function windowOf(windows: Map<string, Window>, { route, error }: Failed, now: number): Window {
  const key = `${route} ${error.code}`;
  const window = windows.get(key) ?? { since: now, reported: 0, suppressed: 0 };
  windows.set(key, window);
  if (now - window.since >= windowLength) Object.assign(window, { since: now, reported: 0 });
  return window;
}

function reportWithin(window: Window, event: Failed, observe: Observe): void {
  if (window.reported === limit) {
    window.suppressed++;
    return;
  }
  const { suppressed } = window;
  window.reported++;
  window.suppressed = 0;
  observe(suppressed === 0 ? event : { ...event, suppressed });
}
