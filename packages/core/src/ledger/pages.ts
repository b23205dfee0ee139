import { eventError, type Observe } from "../observe.ts";
import type { PaymentState } from "../payment/judge.ts";

export interface AboutOrder {
  readonly reference: string;
  readonly tenant: string;
  readonly state: PaymentState;
}

/** Where the shop's own pages are. Addresses, absolute or from the shop's root. */
export interface Pages {
  /** The page of the order, which asks the ledger for its state. */
  orderPage(about: AboutOrder): string;
  /** Where a buyer can try again; by default the order page. */
  retryPage?(about: AboutOrder): string;
}

/**
 * Where a buyer belongs once the outcome is there; undefined while it is open, and when the shop cannot name its page: a
 * payment that was made must not end in an error.
 */
export function outcomePage(
  { pages, observe }: { readonly pages: Pages; readonly observe: Observe },
  { reference, tenant, state }: AboutOrder,
): string | undefined {
  const order = { reference, tenant, state };
  try {
    switch (state) {
      case "paid":
      case "review":
        return pages.orderPage(order);
      case "failed":
      case "closed":
        return pages.retryPage === undefined ? pages.orderPage(order) : pages.retryPage(order);
      case "approved":
      case "pending":
      case "created":
        return undefined;
    }
  } catch (error) {
    observe({ event: "page-failed", tenant, reference, error: eventError(error) });
    return undefined;
  }
}
