import { maxTimerMilliseconds } from "../clock/time-source.ts";

/**
 * Returns a signal that aborts after this many milliseconds, which may be a fraction. It never aborts if the delay is too long for a timer.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  if (!(milliseconds <= maxTimerMilliseconds)) return new AbortController().signal;
  return AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
}
