import { defineLink } from "@medusajs/framework/utils";
import OrderModule from "@medusajs/medusa/order";
import PayIndexModule from "../modules/pay-index/index.ts";

export default defineLink(OrderModule.linkable.order, {
  linkable: PayIndexModule.linkable.payIndexPayment,
  isList: true,
});
