import type { LinkToSend } from "@pay-index/server/staff";
import { type Order, type RequestContext, VendureEvent } from "@vendure/core";

/** Staff send a payment link to the buyer of an order. Add a handler of the EmailPlugin for it. */
export class PaymentLinkEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly order: Order,
    readonly link: LinkToSend,
  ) {
    super();
  }
}
