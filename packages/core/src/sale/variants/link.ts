import { z } from "zod";
import { itemsTerm, saleTerms, shippingTerm } from "../terms.ts";

/** Link payment (REQ-LINK): `pay_type` is `link`. The specification lets card fields through; we never send them. */
export const linkSale = z.strictObject({
  ...saleTerms,
  variant: z.literal("link"),
  items: itemsTerm.optional(),
  shipping: shippingTerm,
});
