import type { EventHandler, PayIndexEvent } from "./pay-index-event.ts";

/** Returns a handler that ignores what these handlers throw or reject with, so that they cannot break a payment. */
export function catchHandlerErrors(...handlers: readonly (EventHandler | undefined)[]): EventHandler {
  const given = handlers.filter((handler) => handler !== undefined);
  return (event: PayIndexEvent) => {
    for (const onEvent of given)
      try {
        ignoreRejection(onEvent(event));
      } catch {
        // An error of the handler is not an error of the payment.
      }
  };
}

/** Ignores the rejection of a promise that is not awaited. A function of the shop can be asynchronous although its type is not. */
export function ignoreRejection(returned: unknown): void {
  if (returned === undefined) return;
  Promise.resolve(returned).catch(() => undefined);
}
