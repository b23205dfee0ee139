import { z } from "zod";
import { commonSaleFields, optionalShippingSchema, saleItemsSchema } from "../common-sale-fields.ts";

/** Link payment (REQ-LINK): `pay_type` is `link`. The specification lets card fields through; we never send them. */
export const linkSaleSchema = z.strictObject({
  ...commonSaleFields,
  variant: z.literal("link"),
  items: saleItemsSchema.optional(),
  shipping: optionalShippingSchema,
});
