import { defineLink } from "@medusajs/framework/utils";
import CustomerModule from "@medusajs/medusa/customer";
import PayIndexModule from "../modules/pay-index/index.ts";

export default defineLink(CustomerModule.linkable.customer, {
  linkable: PayIndexModule.linkable.payIndexAttempt,
  isList: true,
});
