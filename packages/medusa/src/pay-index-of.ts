import type { MedusaContainer } from "@medusajs/framework/types";
import type { BookStatus, Gateway } from "@pay-index/core";
import type { PaymentRouter } from "@pay-index/node";
import type { CheckedOptions } from "./options.ts";

/** Core's verbs in a Medusa process: for whoever wants `status`, `items` or `decide` in code of their own. */
export interface PayIndex {
  readonly gateway: Gateway;
  readonly options: CheckedOptions;
  /** What the gateway and the buyers' browsers reach below `/hooks/pay-index`. */
  readonly router: PaymentRouter;
  /** The cart that a payment is for. Undefined: there is no such payment. */
  cartOf(orderNumber: string): Promise<string | undefined>;
  /** All that was paid for a cart. A buyer who changes the region may begin with one merchant and pay with another. */
  bookOfCart(cartId: string): Promise<BookStatus>;
}

/** The plugin's service, for whoever has Medusa's container: a route, a job, a subscriber, a workflow's step. */
export function payIndexOf(container: Pick<MedusaContainer, "resolve">): PayIndex {
  return container.resolve<PayIndex>("payIndex");
}
