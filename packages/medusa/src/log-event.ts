import type { Logger } from "@medusajs/framework/types";
import { type Observe, severityOf } from "@pay-index/core";

/** By default events go where Medusa's own go. None of them can hold a card, a key, a token or a buyer's data. */
export function logEvent(logger: Logger): Observe {
  return (event) => {
    const { event: name, ...details } = event;
    logger[severityOf(event)](`pay-index: ${name} ${JSON.stringify(details)}`);
  };
}
