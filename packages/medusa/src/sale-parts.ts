import { MathBN } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import { type CheckoutAddress, itemText, type SaleLine, type SaleParts } from "@pay-index/core/adapter";
import { type Amount, splitIntoMinorUnits } from "./amount.ts";
import { type CheckoutSnapshot, paymentKey } from "./checkout-snapshot.ts";
import type { CartAddress, CartItem, PayableCart } from "./payable-cart.ts";
import type { ProviderKey } from "./provider-id.ts";

/** The buyer's browser, as the request describes it. */
export interface Browser {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  /** The language of the payment page. */
  readonly language?: string | undefined;
}

/** A cart that can be paid, with what is stored about it. */
export interface SaleSource {
  readonly cart: PayableCart;
  readonly amount: Money;
  readonly snapshot: CheckoutSnapshot;
}

/** Returns a cart as the parts of a sale. */
export function toSaleParts(
  { cart, amount, snapshot }: SaleSource,
  { tenant, browser }: Pick<ProviderKey, "tenant"> & { readonly browser: Browser },
): SaleParts {
  const { customer, email, billing_address: billing, shipping_address: shipping } = cart;
  const payer = billing?.country_code ? billing : shipping;
  return {
    ...paymentKey(cart.id),
    merchantTenant: tenant,
    amount,
    buyer: {
      firstName: payer?.first_name || customer?.first_name,
      lastName: payer?.last_name || customer?.last_name,
      email,
      phone: customer?.phone,
      ...browser,
    },
    billing: toCheckoutAddress(billing),
    shipping: toCheckoutAddress(shipping),
    lines: toSaleLines(cart, amount),
    itemName: "Order",
    snapshot: { ...snapshot },
  };
}

/** Medusa omits an address that the buyer has not entered. */
function toCheckoutAddress(address: CartAddress | null | undefined): CheckoutAddress | undefined {
  if (!address) return undefined;
  return {
    firstName: address.first_name,
    lastName: address.last_name,
    street1: address.address_1,
    street2: address.address_2,
    city: address.city,
    postcode: address.postal_code,
    state: address.province,
    country: address.country_code,
    phone: address.phone,
  };
}

interface CartLine extends Omit<SaleLine, "total"> {
  readonly total: Amount;
}

type CartLines = Pick<PayableCart, "items" | "shipping_methods">;

/** Returns the lines of a cart with taxes and discounts, then shipping. Undefined if they cannot be split into minor units. */
export function toSaleLines(cart: CartLines, { currency }: Money): SaleLine[] | undefined {
  const lines = [
    ...cart.items.map(toCartLine),
    ...cart.shipping_methods.filter(({ total }) => !MathBN.eq(total, 0)).map(toShippingLine),
  ];
  const totals = splitIntoMinorUnits(
    lines.map(({ total }) => total),
    currency,
  );
  return totals && lines.map((line, index) => ({ ...line, total: totals[index] ?? 0 }));
}

function toCartLine(item: CartItem): CartLine {
  return { name: nameOf(item), sku: item.variant_sku, quantity: Number(item.quantity), total: item.total };
}

function toShippingLine({ name, total }: CartLines["shipping_methods"][number]): CartLine {
  return { name: itemText(name) || "Shipping", quantity: 1, total };
}

function nameOf({ product_title, title }: CartItem): string {
  const [product, variant] = [itemText(product_title ?? ""), itemText(title)];
  if (product === "" || product === variant) return variant || "Item";
  return `${product} (${variant})`;
}
