import type { Span } from "./desk.ts";

/** A span in seconds; negative or no number is for the clock to refuse. */
export function spanSeconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): number {
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
