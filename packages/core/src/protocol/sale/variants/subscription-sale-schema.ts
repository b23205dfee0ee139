import { z } from "zod";
import { cardDetailsSchema, commonSaleFields, saleItemsSchema } from "../common-sale-fields.ts";
import { planSchema } from "../plan.ts";

/** Subscription (REQ-SUBSCRIPTION): `pay_type` and the plan are always sent; no shipping fields are listed. */
export const subscriptionSaleSchema = z.strictObject({
  ...commonSaleFields,
  variant: z.literal("subscription"),
  items: saleItemsSchema,
  card: cardDetailsSchema,
  plan: planSchema,
});
