import { z } from "zod";
import {
  cardDetailsSchema,
  commonSaleFields,
  optionalShippingSchema,
  saleItemsSchema,
} from "../common-sale-fields.ts";

/** Direct card (REQ-CARD): no `pay_type`; the card fields make it one. Products are required. */
export const cardSaleSchema = z.strictObject({
  ...commonSaleFields,
  variant: z.literal("card"),
  items: saleItemsSchema,
  shipping: optionalShippingSchema,
  card: cardDetailsSchema,
});
