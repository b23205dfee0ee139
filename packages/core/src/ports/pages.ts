import { type EventHandler, toEventError } from "../events.ts";
import type { AttemptState } from "../payment/derive-attempt-state.ts";

export interface OrderPageRequest {
  readonly reference: string;
  /** Whose merchant the buyer pays. */
  readonly tenant: string;
  readonly state: AttemptState;
}

/**
 * Why the buyer can try again. `failed`: the gateway declined or rejected the payment. `closed`, `refunded`: staff closed or refunded it.
 * `unreachable`: the gateway returned no payment page, so the buyer was not charged.
 */
export type RetryReason = "failed" | "closed" | "refunded" | "unreachable";

export interface RetryPageRequest extends OrderPageRequest {
  readonly reason: RetryReason;
}

/** Where the shop's own pages are. Addresses, absolute or from the shop's root. */
export interface Pages {
  /** The page of the order, which asks the ledger for its state. */
  orderPage(about: OrderPageRequest): string;
  /** Where a buyer can try again; by default the order page. Show the buyer a message for `reason`. */
  retryPage?(about: RetryPageRequest): string;
  /**
   * Who tells the buyer how it ended: the shop's own pages, or the adapter's at the waiting page's address, from which the buyer
   * goes on to them. `shop` by default.
   */
  readonly outcome?: "shop" | "ours";
}

interface ShopPageContext {
  readonly pages: Pages;
  readonly observe: EventHandler;
}

/**
 * Where a buyer belongs once the outcome is there; undefined while it is open, and when the shop cannot name its page: a
 * payment that was made must not end in an error.
 */
export function outcomeUrl(
  shop: ShopPageContext,
  { reference, tenant, state }: OrderPageRequest,
): string | undefined {
  const order = { reference, tenant, state };
  switch (state) {
    case "paid":
    case "review":
      return urlOrReport(shop, order, () => shop.pages.orderPage(order));
    case "failed":
    case "closed":
    case "refunded":
      return retryUrl(shop, { ...order, reason: state });
    case "approved":
    case "pending":
    case "created":
      return undefined;
  }
}

/** Where a buyer can try again; undefined when the shop cannot name it. */
export function retryUrl(shop: ShopPageContext, order: RetryPageRequest): string | undefined {
  return urlOrReport(shop, order, () => shop.pages.retryPage?.(order) ?? shop.pages.orderPage(order));
}

function urlOrReport(
  { observe }: ShopPageContext,
  { tenant, reference }: OrderPageRequest,
  address: () => string,
): string | undefined {
  try {
    return address();
  } catch (error) {
    observe({ event: "page-failed", tenant, reference, error: toEventError(error) });
    return undefined;
  }
}
