import { z } from "zod";
import { lazily } from "../../lazily.ts";
import { minorSchema } from "../money/money.ts";
import { createTextSchema, createWebAddressSchema } from "./text-schemas.ts";

/** Reads the text of a form, which can have blanks around it: SPEC's own sample has `" 1"` (PROD-ITEM). */
function readWholeNumberText(quantity: unknown): unknown {
  return typeof quantity === "string" && /^\s*\d+\s*$/.test(quantity) ? Number(quantity) : quantity;
}

export const saleItemSchema = lazily(() =>
  z.strictObject({
    name: createTextSchema(500),
    /** The price of one piece, in minor units of the sale's currency. */
    price: minorSchema(),
    /** A whole number. Its text is accepted too. */
    quantity: z.preprocess(
      (quantity: number) => readWholeNumberText(quantity),
      z.int("must be a whole number of pieces").positive("must be at least 1"),
    ),
    sku: createTextSchema(255).optional(),
    image: createWebAddressSchema("the address of a picture").optional(),
    attributes: createTextSchema(1000).optional(),
  }),
);

/** The highest number of items of a sale. */
export const maxSaleItems = 500;

/**
 * One line of goods. `image` is an https address.
 *
 * @interface
 */
export type SaleItem = z.infer<ReturnType<typeof saleItemSchema>>;

/** `pay_productname`: JSON with case-sensitive names, price and quantity as text (REQ-PRODUCTS, PROD-ITEM, PROD-CASE). */
export function formatProductList(
  items: readonly SaleItem[],
  formatAmount: (minor: number) => string,
): string {
  return JSON.stringify(
    items.map((item) => ({
      sku: item.sku,
      productName: item.name,
      productImage: item.image,
      attributes: item.attributes,
      price: formatAmount(item.price),
      quantity: String(item.quantity),
    })),
  );
}

/**
 * Returns the sum of the items, in minor units. Shipping, tax and discounts are not items, so it can differ from the
 * sale's amount.
 */
export function sumOfItems(items: readonly SaleItem[]): number {
  return items.reduce((total, item) => total + item.price * item.quantity, 0);
}

/** Whether several items have the same product number, which SPEC calls unique (PROD-SKU). */
export function repeatsSku(items: readonly SaleItem[]): boolean {
  const skus = new Set<string>();
  for (const { sku } of items) {
    if (sku === undefined) continue;
    if (skus.has(sku)) return true;
    skus.add(sku);
  }
  return false;
}
