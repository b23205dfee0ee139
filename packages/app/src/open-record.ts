import type { PaymentStorage } from "./browser.ts";
import { calmly } from "./calmly.ts";

/** What an app that was killed must know of the payment that was open. */
export interface OpenRecord {
  readonly orderNumber: string;
  /** The shop's address to ask, where it is an address. */
  readonly status: string | undefined;
}

const name = "pay-index";
/** No payment page stays open that long. */
const aDay = 86_400_000;

/* A storage that is missing, full or blocked keeps nobody from paying: then there is nothing to pick up later. */

export async function remember(storage: PaymentStorage | undefined, record: OpenRecord): Promise<void> {
  await calmly(() => storage?.setItem(name, JSON.stringify({ ...record, at: Date.now() })));
}

export async function recall(storage: PaymentStorage | undefined): Promise<OpenRecord | undefined> {
  return calmly(async () => {
    const { at, orderNumber, status } = JSON.parse((await storage?.getItem(name)) ?? "{}");
    return Date.now() - at < aDay ? { orderNumber, status } : undefined;
  });
}

/** Unless another payment was opened meanwhile. */
export async function forget(storage: PaymentStorage | undefined, orderNumber: string): Promise<void> {
  if ((await recall(storage))?.orderNumber === orderNumber) await calmly(() => storage?.removeItem(name));
}
