import type { Duration } from "./sandbox-control.ts";

/** Returns a duration in seconds. The clock rejects negative and invalid values. */
export function durationToSeconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
