import type { Item, Money, Sale, Variant } from "@pay-index/core";
import type { Order, RequestContext } from "@vendure/core";
import { toShownMinor } from "./amount.ts";
import { freeze, tenantOf } from "./frozen.ts";

/** How the buyer pays, as payment method and request say. */
export interface Wish {
  /** The code of the payment method. */
  readonly method: string;
  readonly variant: Variant;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

export interface Cart {
  readonly order: Order;
  readonly money: Money;
  readonly precision: number;
}

type OrderAddress = Order["billingAddress"];

export type Draft<V extends Variant> = Omit<Extract<Sale, { variant: V }>, "card" | "plan">;

/** All but the card and the plan. What Vendure does not know of the buyer is left out: core names it. */
export function cartToSale(ctx: RequestContext, cart: Cart, wish: Wish): Draft<Variant> {
  const { order, money } = cart;
  const base = {
    tenant: tenantOf(ctx.channel),
    reference: order.code,
    money,
    buyer: buyerOf(ctx, order),
    billing: addressOf(billingOf(order)),
    items: itemsOf(cart),
    host: freeze(ctx, order, wish.method),
  };
  const { variant, apmMethod, appScheme } = wish;
  const shipping = { shipping: shippingOf(order.shippingAddress) };
  switch (variant) {
    case "subscription":
      return { ...base, variant };
    case "apm":
      return { ...base, ...shipping, variant, ...given({ method: apmMethod, appScheme }) };
    case "card":
    case "hosted":
    case "link":
      return { ...base, ...shipping, variant };
  }
}

function billingOf({ billingAddress, shippingAddress }: Order): OrderAddress {
  return billingAddress?.countryCode ? billingAddress : (shippingAddress ?? {});
}

function buyerOf(ctx: RequestContext, order: Order): Sale["buyer"] {
  const { customer } = order;
  const address = billingOf(order);
  const [firstName, lastName] = nameOf(address);
  const { req } = ctx;
  return given({
    firstName: customer?.firstName || firstName,
    lastName: customer?.lastName || lastName,
    email: customer?.emailAddress,
    phone: address.phoneNumber || customer?.phoneNumber || order.shippingAddress?.phoneNumber,
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
  return given({ street1: streetLine1, street2: streetLine2, city, postcode: postalCode, state: province });
}

function shippingOf(address: OrderAddress | undefined) {
  const [firstName, lastName] = nameOf(address ?? {});
  return {
    ...addressOf(address ?? {}),
    ...given({
      firstName,
      lastName,
      country: address?.countryCode?.toUpperCase(),
      phone: address?.phoneNumber,
    }),
  };
}

/** What is shown on the payment page. Shipping and discounts are no items, so these need not add up to the sale. */
function itemsOf({ order, money, precision }: Cart): Item[] {
  return order.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ productVariant, quantity, proratedUnitPriceWithTax }) => ({
      name: productVariant.name,
      sku: productVariant.sku,
      price: toShownMinor(proratedUnitPriceWithTax, money.currency, precision),
      quantity,
    }));
}

/** Without what is empty or not there. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return Object.fromEntries(kept) as never;
}
