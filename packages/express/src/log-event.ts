import type { PayIndexEvent } from "@pay-index/core";
import { eventLogLevel } from "@pay-index/core/adapter";

/** Writes an event to the console as one line. Leaves out the level `debug`, which every payment uses. */
export function logEvent(event: PayIndexEvent): void {
  const severity = eventLogLevel(event);
  if (severity === "debug") return;
  const { event: name, ...details } = event;
  // biome-ignore lint/suspicious/noConsole: an Express shop has no other log
  console[severity](`pay-index: ${name} ${JSON.stringify(details)}`);
}
