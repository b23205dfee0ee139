import type { Duration } from "./sandbox-control.ts";

/** A span in seconds; negative or no number is for the clock to refuse. */
export function toSeconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
