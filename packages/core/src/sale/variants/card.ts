import { z } from "zod";
import { cardTerm, itemsTerm, saleTerms, shippingTerm } from "../terms.ts";

/** Direct card (REQ-CARD): no `pay_type`; the card fields make it one. Products are required. */
export const cardSale = z.strictObject({
  ...saleTerms,
  variant: z.literal("card"),
  items: itemsTerm,
  shipping: shippingTerm,
  card: cardTerm,
});
