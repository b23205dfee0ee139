import { z } from "zod";
import { itemsTerm, saleTerms, shippingTerm } from "../terms.ts";

/** Hosted checkout (REQ-HOSTED): no `pay_type`. The specification lets card fields through; we never send them. */
export const hostedSale = z.strictObject({
  ...saleTerms,
  variant: z.literal("hosted"),
  items: itemsTerm.optional(),
  shipping: shippingTerm,
});
