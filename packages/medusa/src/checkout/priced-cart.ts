import type { MedusaAmount } from "../amount.ts";
import { type CartItem, type CheckoutCart, checkoutCartFields } from "../checkout-cart.ts";
import { type Container, findRow } from "../find-rows.ts";
import { checkedCartFields } from "../workflows/check-cart.ts";

export interface TaxLine {
  readonly tax_rate_id?: string | null;
  readonly code: string;
  readonly rate: MedusaAmount;
  readonly provider_id?: string | null;
}

interface PriceFields {
  readonly is_tax_inclusive: boolean;
  readonly tax_lines?: readonly TaxLine[];
  readonly adjustments?: readonly unknown[];
}

export interface PricedItem extends CartItem, PriceFields {
  readonly is_custom_price: boolean;
  readonly variant?:
    | (NonNullable<CartItem["variant"]> & { readonly product?: { readonly status?: string } | null })
    | null
    | undefined;
}

export interface PricedShippingMethod extends PriceFields {
  readonly id: string;
  readonly name: string;
  readonly total: MedusaAmount;
  readonly amount: MedusaAmount;
  readonly shipping_option_id: string | null;
  readonly data?: Record<string, unknown> | null;
}

/** A cart with everything on which its prices and its stock depend, so that one read is enough. */
export interface PricedCart extends CheckoutCart {
  readonly items: readonly PricedItem[];
  readonly shipping_methods: readonly PricedShippingMethod[];
  readonly promotions?: readonly unknown[];
  readonly raw_total?: MedusaAmount;
  readonly item_total?: MedusaAmount;
  readonly region_id?: string | null;
  readonly sales_channel?: {
    readonly stock_locations?: readonly {
      readonly fulfillment_sets?: readonly { readonly id: string }[];
    }[];
  } | null;
  readonly customer_id?: string | null;
}

const pricedCartFields = [
  ...new Set([
    ...checkoutCartFields,
    ...checkedCartFields,
    ...["raw_total", "item_total", "region_id", "customer_id"],
    ...["region.*", "customer.*", "customer.groups.*", "promotions.id"],
    ...["items.variant.product.status", "sales_channel.stock_locations.fulfillment_sets.id"],
    ...["payment_collection.raw_amount", "payment_collection.currency_code"],
  ]),
];

/** Reads the current cart. */
export function findPricedCart(container: Container, id: string): Promise<PricedCart | undefined> {
  return findRow(container, { entity: "cart", fields: pricedCartFields, filters: { id } });
}
