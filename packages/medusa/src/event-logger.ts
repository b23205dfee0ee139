import type { Logger } from "@medusajs/framework/types";
import type { EventHandler } from "@pay-index/core";
import { eventLogLevel, eventLogLine } from "@pay-index/core/adapter";

/**
 * Returns the default event handler, which writes to Medusa's log. No event contains a card, a key, a token or a
 * buyer's data.
 */
export function createEventLogger(logger: Logger): EventHandler {
  return (event) => {
    logger[eventLogLevel(event)](`pay-index: ${eventLogLine(event)}`);
  };
}
