import { defineLink } from "@medusajs/framework/utils";
import OrderModule from "@medusajs/medusa/order";
import PayIndexModule from "../modules/pay-index/index.ts";

/** A list, because the attempt that starts a subscription has the orders of all its cycles. */
export default defineLink(
  { linkable: OrderModule.linkable.order, isList: true },
  { linkable: PayIndexModule.linkable.payIndexAttempt, isList: true },
);
