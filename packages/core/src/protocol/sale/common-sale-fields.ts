import { z } from "zod";
import { currencySchema, minorSchema } from "../money/money.ts";
import { billingAddressSchema, buyerSchema, shippingSchema } from "./buyer.ts";
import { CardDetails } from "./card.ts";
import { maxSaleItems, type SaleItem, saleItemSchema } from "./sale-items.ts";
import { saleWarningCodes } from "./sale-warning-codes.ts";
import { snapshotSchema } from "./snapshot.ts";
import { createTextSchema, createWebAddressSchema } from "./text-schemas.ts";

/** The fields of every variant of a sale. */
export const commonSaleFields = {
  /** Whose shop the reference belongs to; also whose merchant takes the money, unless `merchantTenant` names another one. */
  tenant: createTextSchema(100).default("default"),
  /**
   * Whose merchant takes the money of this attempt. For a shop that sells one order in several tenants, such as channels: the payment is
   * one, whichever of them an attempt uses (ENG-SPAN).
   */
  merchantTenant: createTextSchema(100).optional(),
  /** The shop's own name for what is paid: an order or cart id. One reference is paid once. */
  reference: createTextSchema(200),
  amount: z.strictObject(
    { minor: minorSchema.positive("must be more than zero"), currency: currencySchema },
    "is required: money(minorUnits, currency)",
  ),
  buyer: buyerSchema,
  billing: billingAddressSchema.optional(),
  /** `pay_url`, the shop's address; by default the options' `website`. */
  website: createWebAddressSchema("the shop's address").optional(),
  /** JSON that the engine keeps with the payment and hands back to the host with its work. Nothing personal belongs here. */
  snapshot: snapshotSchema.optional(),
  /** What an adapter noticed while it built the sale. `start` reports it with the warnings of its own. */
  warnings: z.array(z.enum(saleWarningCodes)).readonly().optional(),
};

export const optionalShippingSchema = shippingSchema.optional();

export const cardDetailsSchema = z.custom<CardDetails>(
  (value) => value instanceof CardDetails,
  "is required: CardDetails.of({ number, month, year, cvv })",
);

/** Checks only the type: a schema that freezes its result could fail on an input that it refuses. */
export const saleItemsSchema: z.ZodType<readonly SaleItem[], readonly z.input<typeof saleItemSchema>[]> = z
  .array(saleItemSchema, "is required: what is sold")
  .min(1, "must name at least one item")
  .max(maxSaleItems, `must have at most ${maxSaleItems} items`);
