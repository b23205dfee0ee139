import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentStorage } from "./payment-browser.ts";

/** The data of an open payment that an app needs after a restart. */
export interface ResumablePayment {
  readonly attemptId: string;
  /** The shop's status address, if `status` is an address. */
  readonly status: string | undefined;
}

const storageKey = "pay-index";
/** Milliseconds. No payment page stays open longer. */
const maxAge = 86_400_000;

/* A storage that is missing, full or blocked keeps nobody from paying: then there is nothing to pick up later. */

export async function saveResumablePayment(
  storage: PaymentStorage | undefined,
  record: ResumablePayment,
): Promise<void> {
  await ignoreErrors(() => storage?.setItem(storageKey, JSON.stringify({ ...record, at: Date.now() })));
}

export async function loadResumablePayment(
  storage: PaymentStorage | undefined,
): Promise<ResumablePayment | undefined> {
  return ignoreErrors(async () => {
    const { at, attemptId, status } = JSON.parse((await storage?.getItem(storageKey)) ?? "{}");
    return Date.now() - at < maxAge ? { attemptId, status } : undefined;
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
