import type { Money, Sale, Variant } from "@pay-index/core";
import { type CheckoutSnapshot, paymentKey } from "./checkout-snapshot.ts";
import type { CartAddress, PayableCart } from "./payable-cart.ts";
import type { ProviderKey } from "./provider-id.ts";
import { toSaleItems } from "./sale-items.ts";

/** The buyer's browser, as the request shows it. */
export interface Browser {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  /** Of the payment page. */
  readonly language?: string | undefined;
}

/** How the buyer pays, as provider and request say. */
export interface PaymentSelection extends ProviderKey {
  readonly browser: Browser;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

export interface SaleSource {
  readonly cart: PayableCart;
  readonly amount: Money;
  readonly frozen: CheckoutSnapshot;
}

export type SaleDraft<V extends Variant> = Omit<Extract<Sale, { variant: V }>, "card" | "plan">;

/** All but the card and the plan. What Medusa does not know of the buyer is left out: core names it. */
export function buildSaleDraft(
  { cart, amount, frozen }: SaleSource,
  wish: PaymentSelection,
): SaleDraft<Variant> {
  const { variant, tenant, apmMethod, appScheme } = wish;
  const base = {
    ...paymentKey(cart.id),
    merchantTenant: tenant,
    amount,
    buyer: buyerOf(cart, wish.browser),
    billing: addressOf(billingOf(cart)),
    items: toSaleItems(cart, amount),
    snapshot: { ...frozen },
  };
  const shipping = { shipping: shippingOf(cart.shipping_address) };
  switch (variant) {
    case "subscription":
      return { ...base, variant };
    case "apm":
      return { ...base, ...shipping, variant, ...omitEmpty({ method: apmMethod, appScheme }) };
    case "card":
    case "hosted":
    case "link":
      return { ...base, ...shipping, variant };
  }
}

function billingOf({ billing_address, shipping_address }: PayableCart): CartAddress | null {
  return billing_address?.country_code ? billing_address : shipping_address;
}

function buyerOf(cart: PayableCart, { ip, userAgent, language }: Browser): Sale["buyer"] {
  const { customer, email } = cart;
  const address = billingOf(cart);
  return omitEmpty({
    firstName: address?.first_name || customer?.first_name,
    lastName: address?.last_name || customer?.last_name,
    email,
    phone: [address?.phone, customer?.phone, cart.shipping_address?.phone].find(isFilled),
    country: address?.country_code?.toUpperCase(),
    ip,
    userAgent,
    language,
  }) as Sale["buyer"];
}

function addressOf(address: CartAddress | null) {
  return omitEmpty({
    street1: address?.address_1,
    street2: address?.address_2,
    city: address?.city,
    postcode: address?.postal_code,
    state: address?.province,
  });
}

function shippingOf(address: CartAddress | null) {
  return {
    ...addressOf(address),
    ...omitEmpty({
      firstName: address?.first_name,
      lastName: address?.last_name,
      country: address?.country_code?.toUpperCase(),
      phone: address?.phone,
    }),
  };
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
