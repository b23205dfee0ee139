import type { PayIndexEvent } from "@pay-index/core";
import { eventLogLevel, eventLogLine } from "@pay-index/core/adapter";

/** Writes an event to the console as one line. Leaves out the level `debug`, which every payment uses. */
export function logEvent(event: PayIndexEvent): void {
  const severity = eventLogLevel(event);
  if (severity === "debug") return;
  // biome-ignore lint/suspicious/noConsole: a custom shop has no other log
  console[severity](`pay-index: ${eventLogLine(event)}`);
}
