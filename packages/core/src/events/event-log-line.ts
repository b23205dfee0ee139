import { showControlCharacters } from "../mask/mask-text.ts";
import type { PayIndexEvent } from "./pay-index-event.ts";

/**
 * Returns the line of a log for an event: its name and its fields as JSON. The line of `ready` starts with the address that the gateway
 * must be able to reach, to copy it.
 */
export function eventLogLine(event: PayIndexEvent): string {
  const { event: name, ...details } = event;
  const fields = showControlCharacters(JSON.stringify(details));
  return event.event === "ready"
    ? `${name} The gateway must reach ${event.notifyUrl} ${fields}`
    : `${name} ${fields}`;
}
