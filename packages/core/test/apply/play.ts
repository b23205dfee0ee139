import type { ReviewKind } from "../../src/entries/store.ts";
import { resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";

type Fields = Record<string, string>;

/** A report of a cycle, with its changed fields, or anything else that happens to the shop. */
export type Step =
  | number
  | readonly [cycle: number | string, changed: Fields]
  | ((shop: SubscriptionShop) => Promise<unknown>);

/** Begins a subscription, and lets all of this happen to it. */
export async function play(
  steps: readonly Step[],
  begun: Promise<SubscriptionShop> = SubscriptionShop.begin(),
): Promise<SubscriptionShop> {
  const shop = await begun;
  for (const step of steps) {
    if (typeof step === "number") await shop.cycle(step);
    else if (typeof step === "function") await step(shop);
    else await shop.cycle(...step);
  }
  return shop;
}

/** Days pass. */
export const days =
  (count: number): Step =>
  (shop) =>
    shop.passDays(count);

/** The gateway notifies about the sale of the subscription M1, and names no cycle. */
export const notified =
  (fields: Fields): Step =>
  (shop) =>
    shop.notify({ payment_transaction_id: "M1", ...fields });

/** Staff accept the charge of the open item of this kind. */
export const accepted =
  (kind: ReviewKind, cycle?: number): Step =>
  (shop) =>
    resolve(shop, "accept", { kind, ...(cycle && { cycle }) });

/** What the shop was asked for, and what is open for staff. */
export const outcome = async (shop: SubscriptionShop) => [shop.subscriptionCalls, await shop.itemKinds()];
