import { type PayIndexEvent } from "@pay-index/core";
import {
  type EventLogLevel,
  eventLogLevel,
  eventLogLine,
  showControlCharacters,
} from "@pay-index/core/adapter";
import { Logger } from "@vendure/core";

/** The name of the plugin in Vendure's log. */
const logContext = "PayIndex";

const logLevels = {
  error: "error",
  warn: "warn",
  info: "info",
  debug: "verbose",
} as const satisfies Record<EventLogLevel, keyof typeof Logger>;

/**
 * The default event handler, which writes to Vendure's log. No event contains a card, a key, a token or a buyer's data.
 */
export function logEvent(event: PayIndexEvent): void {
  Logger[logLevels[eventLogLevel(event)]](eventLogLine(event), logContext);
}

/** Writes a line that is no event to Vendure's log. It may quote what others sent, so control characters are shown. */
export function logLine(level: "error" | "warn", line: string): void {
  Logger[level](showControlCharacters(line), logContext);
}
