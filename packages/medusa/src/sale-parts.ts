import { MathBN } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import {
  buildSaleDraftFromCart,
  type CheckoutAddress,
  type PaymentVariantSelection,
  type SaleDraft,
  type SaleLine,
  type SaleParts,
  toSaleItemText,
} from "@pay-index/core/adapter";
import { type MedusaAmount, roundPartsToMinorUnits } from "./amount.ts";
import type { CartAddress, CartItem, CheckoutCart } from "./checkout-cart.ts";
import { type CheckoutSnapshot, type OrderSnapshot, paymentKeyOfCart } from "./checkout-snapshot.ts";
import type { CheckedOptions } from "./options.ts";
import type { TenantVariant } from "./provider-id.ts";

/** The buyer's browser, as the request describes it. */
export interface Browser {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  /** The language of the payment page. */
  readonly language?: string | undefined;
}

/** A cart that can be paid, with what is stored about it. */
export interface CartWithAmountAndSnapshot {
  readonly cart: CheckoutCart;
  readonly amount: Money;
  readonly snapshot: CheckoutSnapshot;
}

/** A cart or an order that can be paid, with its lines. Undefined if they are not what is due. */
interface SaleSource {
  readonly cart: Pick<CheckoutCart, "id" | "customer" | "email" | "billing_address" | "shipping_address">;
  readonly amount: Money;
  readonly lines: SaleLine[] | undefined;
  readonly snapshot: CheckoutSnapshot | OrderSnapshot;
}

/** Returns what the shop's options say about the items of a sale. */
export function saleItemOptionsOfPlugin({ core, own }: CheckedOptions) {
  return { amountDecimals: core.amountDecimals, changeItem: own.changeItem };
}

/** Whose merchant takes the money, in which way, and for which browser. */
interface SaleRequest extends Pick<TenantVariant, "tenant">, PaymentVariantSelection {
  readonly browser: Browser;
}

/** Builds the sale of a cart that can be paid. Without its card and its plan. */
export function buildCartSale(
  options: CheckedOptions,
  { cart, amount, snapshot }: CartWithAmountAndSnapshot,
  request: SaleRequest,
): SaleDraft {
  const source = { cart, amount, snapshot, lines: toSaleLines(cart, amount) };
  return buildSaleDraftFromCart(toSaleParts(options, source, request), request);
}

/** Returns a cart or an order as the parts of a sale. */
export function toSaleParts(
  options: CheckedOptions,
  { cart, amount, lines, snapshot }: SaleSource,
  { tenant, browser }: Pick<SaleRequest, "tenant" | "browser">,
): SaleParts {
  const { customer, email, billing_address: billing, shipping_address: shipping } = cart;
  const payer = billing?.country_code ? billing : shipping;
  return {
    ...paymentKeyOfCart(cart.id),
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
    lines,
    itemName: "Order",
    ...saleItemOptionsOfPlugin(options),
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
  readonly total: MedusaAmount;
}

type CartLines = Pick<CheckoutCart, "items" | "shipping_methods">;

/** Returns the lines of a cart with taxes and discounts, then shipping. Undefined if they cannot be split into minor units. */
export function toSaleLines(cart: CartLines, { currency }: Money): SaleLine[] | undefined {
  const lines = [
    ...cart.items.map(toCartLine),
    ...cart.shipping_methods
      .filter(({ total }) => !MathBN.eq(total, 0))
      .map(({ name, total }) => ({ name: toSaleItemText(name) || "Shipping", quantity: 1, total })),
  ];
  const totals = roundPartsToMinorUnits(
    lines.map(({ total }) => total),
    currency,
  );
  return totals && lines.map((line, index) => ({ ...line, total: totals[index] ?? 0 }));
}

function toCartLine(item: CartItem): CartLine {
  const { variant_sku: sku, thumbnail: image, quantity, total } = item;
  return {
    name: nameOf(item),
    sku,
    image,
    attributes: attributesOf(item),
    quantity: Number(quantity),
    total,
  };
}

/** Medusa does not promise an order of the options, and the same cart must be the same sale. */
function attributesOf({ variant }: CartItem): string {
  const options = (variant?.options ?? []).map(({ value, option }) =>
    option?.title ? `${option.title}: ${value}` : value,
  );
  return options.sort().join(", ");
}

function nameOf({ product_title, title }: CartItem): string {
  const [product, variant] = [toSaleItemText(product_title ?? ""), toSaleItemText(title)];
  if (product === "" || product === variant) return variant || "Item";
  return `${product} (${variant})`;
}
