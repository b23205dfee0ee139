import { z } from "zod";
import { planSchema } from "../plan.ts";
import { cardTerm, itemsTerm, saleTerms } from "../terms.ts";

/** Subscription (REQ-SUBSCRIPTION): `pay_type` and the plan are always sent; no shipping fields are listed. */
export const subscriptionSale = z.strictObject({
  ...saleTerms,
  variant: z.literal("subscription"),
  items: itemsTerm,
  card: cardTerm,
  plan: planSchema,
});
