import type { Money, Sale, SaleItem, Variant } from "@pay-index/core";
import type { Order, OrderLine, RequestContext } from "@vendure/core";
import { toDisplayMinor } from "./amount.ts";
import { createSnapshot, paymentKey, tenantOf } from "./checkout-snapshot.ts";
import { digestGoods } from "./subscription/goods-digest.ts";

/** How the buyer pays, as payment method and request say. */
export interface PaymentSelection {
  /** The code of the payment method. */
  readonly method: string;
  readonly variant: Variant;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

export interface SaleSource {
  readonly order: Order;
  readonly amount: Money;
  readonly precision: number;
}

type OrderAddress = Order["billingAddress"];

export type SaleDraft<V extends Variant> = Omit<Extract<Sale, { variant: V }>, "card" | "plan">;

/** All but the card and the plan. What Vendure does not know of the buyer is left out: core names it. */
export function buildSaleDraft(
  ctx: RequestContext,
  cart: SaleSource,
  wish: PaymentSelection,
): SaleDraft<Variant> {
  const { order, amount } = cart;
  const base = {
    ...paymentKey(order),
    merchantTenant: tenantOf(ctx.channel),
    amount,
    buyer: buyerOf(ctx, order),
    billing: addressOf(billingOf(order)),
    items: toItems(cart),
    snapshot: createSnapshot(ctx, order, wish.method),
  };
  const { variant, apmMethod, appScheme } = wish;
  const shipping = { shipping: shippingOf(order.shippingAddress) };
  switch (variant) {
    case "subscription":
      return { ...base, snapshot: { ...base.snapshot, goods: digestGoods(order) }, variant };
    case "apm":
      return { ...base, ...shipping, variant, ...omitEmpty({ method: apmMethod, appScheme }) };
    case "card":
    case "hosted":
    case "link":
      return { ...base, ...shipping, variant };
  }
}

/** The address that the gateway gets as the billing address. */
export function billingOf({ billingAddress, shippingAddress }: Order): OrderAddress {
  return billingAddress?.countryCode ? billingAddress : (shippingAddress ?? {});
}

function buyerOf(ctx: RequestContext, order: Order): Sale["buyer"] {
  const { customer } = order;
  const address = billingOf(order);
  const [firstName, lastName] = nameOf(address);
  const { req } = ctx;
  return omitEmpty({
    firstName: customer?.firstName || firstName,
    lastName: customer?.lastName || lastName,
    email: customer?.emailAddress,
    phone: [address.phoneNumber, customer?.phoneNumber, order.shippingAddress?.phoneNumber].find(isFilled),
    country: address.countryCode?.toUpperCase(),
    ip: req?.ip,
    userAgent: req?.headers?.["user-agent"],
    language: ctx.languageCode,
  }) as Sale["buyer"];
}

/** Vendure keeps one line for the name. Where there is but one word it is both. */
function nameOf({ fullName }: OrderAddress): [string, string] {
  // Vendure's types do not say so, but what a buyer left out may be null.
  const words = (fullName ?? "").trim().split(/\s+/);
  return [words.slice(0, -1).join(" ") || (words[0] ?? ""), words.at(-1) ?? ""];
}

function addressOf({ streetLine1, streetLine2, city, postalCode, province }: OrderAddress) {
  return omitEmpty({
    street1: streetLine1,
    street2: streetLine2,
    city,
    postcode: postalCode,
    state: province,
  });
}

function shippingOf(address: OrderAddress | undefined) {
  const [firstName, lastName] = nameOf(address ?? {});
  return {
    ...addressOf(address ?? {}),
    ...omitEmpty({
      firstName,
      lastName,
      country: address?.countryCode?.toUpperCase(),
      phone: address?.phoneNumber,
    }),
  };
}

/**
 * What is shown on the payment page: the lines with their taxes and discounts, surcharges, shipping. They add up to the sale. Where
 * they cannot, for an order that is partly paid, a surcharge below nothing or a tax that is rounded for the whole, the order is the item.
 */
function toItems(cart: SaleSource): SaleItem[] {
  const { order, amount } = cart;
  const items = [...order.lines.flatMap((line) => toLineItems(line, cart)), ...extraItems(cart)];
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const isWhole = total === amount.minor && items.every(({ price }) => price >= 0);
  return isWhole ? items : [{ name: `Order ${order.code}`, price: amount.minor, quantity: 1 }];
}

/** Vendure rounds a line as a whole. Where its pieces would make another sum they are one item. */
function toLineItems(line: OrderLine, { amount, precision }: SaleSource): SaleItem[] {
  const { productVariant, quantity, proratedUnitPriceWithTax: unit, proratedLinePriceWithTax: whole } = line;
  if (quantity <= 0) return [];
  const { sku } = productVariant;
  const name = singleLine(productVariant.name);
  const shown = (price: number) => toDisplayMinor(price, amount.currency, precision);
  return unit * quantity === whole
    ? [{ name, sku, price: shown(unit), quantity }]
    : [{ name: `${name} × ${quantity}`, sku, price: shown(whole), quantity: 1 }];
}

/** A text of staff's, as long as an item's name may be. */
function singleLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, 240).join("");
}

function extraItems({ order, amount, precision }: SaleSource): SaleItem[] {
  const shipping = order.shippingLines.reduce((sum, line) => sum + line.discountedPriceWithTax, 0);
  const extras = [
    ...order.surcharges.map(({ description, priceWithTax }) => ({
      name: singleLine(description) || "Surcharge",
      price: priceWithTax,
    })),
    { name: "Shipping", price: shipping },
  ];
  return extras
    .filter(({ price }) => price !== 0)
    .map(({ name, price }) => ({
      name,
      price: toDisplayMinor(price, amount.currency, precision),
      quantity: 1,
    }));
}

/** Without what is blank or not there. */
function omitEmpty<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && (typeof value !== "string" || isFilled(value)),
  );
  return Object.fromEntries(kept) as never;
}

/** Whether a text has more in it than blanks. */
function isFilled(text: string | null | undefined): boolean {
  return Boolean(text?.trim());
}
