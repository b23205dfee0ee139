import { toEventError } from "../events/event-error.ts";
import type { EventHandler } from "../events/pay-index-event.ts";
import type { AttemptState } from "../payment/attempt-state.ts";

/** The payment for which the address of a page is needed. */
export interface OrderPageRequest {
  readonly reference: string;
  /** The tenant whose merchant the buyer pays. */
  readonly tenant: string;
  readonly state: AttemptState;
}

/**
 * Why the buyer can try again. `failed`: the gateway declined or rejected the attempt. `closed`: staff dismissed it.
 * `refunded`: staff recorded that it was refunded.
 * `unreachable`: the gateway returned no payment page, so the buyer was not charged.
 */
export type RetryReason = "failed" | "closed" | "refunded" | "unreachable";

/** The payment for which the buyer can try again. */
export interface RetryPageRequest extends OrderPageRequest {
  readonly reason: RetryReason;
}

/** The addresses of the shop's own pages: absolute, or from the shop's root. */
export interface Pages {
  /** Returns the address of the order's page. */
  orderPage(request: OrderPageRequest): string;
  /** Returns the address where the buyer can try again. Display a message for `reason` there. Default: the order page. */
  retryPage?(request: RetryPageRequest): string;
  /**
   * Which pages display the outcome. `shop`: the shop's own pages. `ours`: the adapter's pages, which link to the shop's
   * pages. Default: `shop`.
   */
  readonly outcome?: "shop" | "ours";
}

interface ShopPageContext {
  readonly pages: Pages;
  readonly emit: EventHandler;
}

/**
 * Returns the page for an outcome. Undefined while the outcome is unknown, and if the shop's function throws, because a
 * buyer who has paid must not see an error.
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

/** Returns the page where a buyer can try again. Undefined if the shop's function throws. */
export function retryUrl(shop: ShopPageContext, order: RetryPageRequest): string | undefined {
  return urlOrReport(shop, order, () => shop.pages.retryPage?.(order) ?? shop.pages.orderPage(order));
}

function urlOrReport(
  { emit: onEvent }: ShopPageContext,
  { tenant, reference }: OrderPageRequest,
  address: () => string,
): string | undefined {
  try {
    return address();
  } catch (error) {
    onEvent({ event: "page-url-failed", tenant, reference, error: toEventError(error) });
    return undefined;
  }
}
