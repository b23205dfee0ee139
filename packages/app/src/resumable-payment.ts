import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentStorage } from "./payment-page-opener.ts";
import type { ShopPaymentStatusSource } from "./poll-payment-status.ts";

/** The data of an open payment that an app needs after a restart. */
export interface ResumablePayment {
  readonly attemptId: string;
  /** The shop's status address, if `status` is an address. */
  readonly status: string | undefined;
}

/** The key of the storage, and the channel on which tabs report returns. */
export const storageKey = "pay-index";
/** Milliseconds. No payment page stays open longer. */
const maxAge = 86_400_000;

/* A missing, full or blocked storage prevents no payment. It only cannot be resumed. */

/** Stores the payment. JSON leaves out a `status` that is a function. */
export async function saveResumablePayment(
  storage: PaymentStorage | undefined,
  record: { readonly attemptId: string; readonly status: ShopPaymentStatusSource | undefined },
): Promise<void> {
  await ignoreErrors(() => storage?.setItem(storageKey, JSON.stringify({ ...record, at: Date.now() })));
}

export async function loadResumablePayment(
  storage: PaymentStorage | undefined,
): Promise<ResumablePayment | undefined> {
  return ignoreErrors(async () => {
    const stored = JSON.parse((await storage?.getItem(storageKey)) ?? "{}");
    return Date.now() - stored.at < maxAge ? stored : undefined;
  });
}

/** Clears the payment, unless another one was opened in the meantime. */
export async function clearResumablePayment(
  storage: PaymentStorage | undefined,
  attemptId: string,
): Promise<void> {
  if ((await loadResumablePayment(storage))?.attemptId === attemptId)
    await ignoreErrors(() => storage?.removeItem(storageKey));
}
