import { AsyncLocalStorage } from "node:async_hooks";

const dialog = new AsyncLocalStorage<true>();

/** Runs the request of Medusa's own refund dialog: staff read why a refund was not made. */
export function runInRefundDialog(run: () => void): void {
  dialog.run(true, run);
}

/** Whether the caller answers a request of Medusa's refund dialog. False for a cancellation, which ignores a refusal. */
export function isInRefundDialog(): boolean {
  return dialog.getStore() === true;
}
