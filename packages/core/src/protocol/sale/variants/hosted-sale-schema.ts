import { z } from "zod";
import { commonSaleFields, optionalShippingSchema, saleItemsSchema } from "../common-sale-fields.ts";

/** Hosted checkout (REQ-HOSTED): no `pay_type`. The specification lets card fields through; we never send them. */
export const hostedSaleSchema = z.strictObject({
  ...commonSaleFields,
  variant: z.literal("hosted"),
  items: saleItemsSchema.optional(),
  shipping: optionalShippingSchema,
});
