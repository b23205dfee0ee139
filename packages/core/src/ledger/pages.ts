import { eventError, type Observe } from "../observe.ts";
import type { PaymentState } from "../payment/judge.ts";

export interface AboutOrder {
  readonly reference: string;
  readonly tenant: string;
  readonly state: PaymentState;
}

/**
 * Why the buyer can try again. `failed`: the gateway declined or rejected the payment. `closed`: staff closed it. `unreachable`: the
 * gateway returned no payment page, so the buyer was not charged.
 */
export type RetryReason = "failed" | "closed" | "unreachable";

export interface AboutRetry extends AboutOrder {
  readonly reason: RetryReason;
}

/** Where the shop's own pages are. Addresses, absolute or from the shop's root. */
export interface Pages {
  /** The page of the order, which asks the ledger for its state. */
  orderPage(about: AboutOrder): string;
  /** Where a buyer can try again; by default the order page. Show the buyer a message for `reason`. */
  retryPage?(about: AboutRetry): string;
  /**
   * Who tells the buyer how it ended: the shop's own pages, or the adapter's at the waiting page's address, from which the buyer
   * goes on to them. `shop` by default.
   */
  readonly outcome?: "shop" | "ours";
}

interface Shop {
  readonly pages: Pages;
  readonly observe: Observe;
}

/**
 * Where a buyer belongs once the outcome is there; undefined while it is open, and when the shop cannot name its page: a
 * payment that was made must not end in an error.
 */
export function outcomePage(shop: Shop, { reference, tenant, state }: AboutOrder): string | undefined {
  const order = { reference, tenant, state };
  switch (state) {
    case "paid":
    case "review":
      return named(shop, order, () => shop.pages.orderPage(order));
    case "failed":
    case "closed":
      return retryPage(shop, { ...order, reason: state });
    case "approved":
    case "pending":
    case "created":
      return undefined;
  }
}

/** Where a buyer can try again; undefined when the shop cannot name it. */
export function retryPage(shop: Shop, order: AboutRetry): string | undefined {
  return named(shop, order, () => shop.pages.retryPage?.(order) ?? shop.pages.orderPage(order));
}

function named(
  { observe }: Shop,
  { tenant, reference }: AboutOrder,
  address: () => string,
): string | undefined {
  try {
    return address();
  } catch (error) {
    observe({ event: "page-failed", tenant, reference, error: eventError(error) });
    return undefined;
  }
}
