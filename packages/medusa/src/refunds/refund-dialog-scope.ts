import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Has a value while a request of Medusa's own refund dialog is answered: staff read why a refund was not made. It has none for a
 * cancellation, which ignores a refusal.
 */
export const refundDialog = new AsyncLocalStorage<true>();
