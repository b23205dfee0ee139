import type { Money } from "@pay-index/core";
import {
  type CheckoutAddress,
  type PaymentVariantSelection,
  type SaleLine,
  type SaleParts,
  toSaleItemText,
} from "@pay-index/core/adapter";
import type { ID, Order, OrderLine, RequestContext } from "@vendure/core";
import { toDisplayMinor } from "./amount.ts";
import { createCheckoutSnapshot, paymentKeyOfOrder, tenantOfChannel } from "./checkout-snapshot.ts";
import type { LineImageAndAttributes } from "./line-image-and-attributes.ts";
import { digestGoods } from "./subscription/goods-digest.ts";

/** The payment method that the buyer chose, with its variant. */
export interface PaymentSelection extends PaymentVariantSelection {
  /** The code of the payment method. */
  readonly method: string;
  /** Only for a placed order: the part of its payment that is due (ENG-PART). */
  readonly part?: number | undefined;
}

/** An order that can be paid, and the amount due. */
export interface SaleOrderDetails extends Pick<SaleParts, "amountDecimals" | "changeItem"> {
  readonly order: Order;
  readonly amount: Money;
  readonly precision: number;
  /** By the id of the line. */
  readonly details: ReadonlyMap<ID, LineImageAndAttributes>;
}

type OrderAddress = Order["billingAddress"];

/** Returns an order as the parts of a sale. */
export function toSaleParts(
  ctx: RequestContext,
  source: SaleOrderDetails,
  { method, variant, part }: PaymentSelection,
): SaleParts {
  const { order, amount } = source;
  const { customer, billingAddress, shippingAddress } = order;
  const snapshot = createCheckoutSnapshot(ctx, order, method);
  return {
    ...paymentKeyOfOrder(order),
    part,
    merchantTenant: tenantOfChannel(ctx.channel),
    amount,
    buyer: {
      firstName: customer?.firstName,
      lastName: customer?.lastName,
      email: customer?.emailAddress,
      phone: customer?.phoneNumber,
      ip: ctx.req?.ip,
      userAgent: ctx.req?.headers?.["user-agent"],
      language: ctx.languageCode,
    },
    billing: toCheckoutAddress(billingAddress ?? {}),
    shipping: toCheckoutAddress(shippingAddress ?? {}),
    // What is due in addition is no price of the lines.
    lines:
      part === undefined
        ? [...order.lines.map((line) => toSaleLine(line, source)), ...extraLines(source)]
        : undefined,
    itemName: `Order ${order.code}`,
    amountDecimals: source.amountDecimals,
    changeItem: source.changeItem,
    snapshot: variant === "subscription" ? { ...snapshot, goods: digestGoods(order) } : snapshot,
  };
}

/** Returns the address that the gateway gets as the billing address. */
export function billingOrShippingAddressOf({ billingAddress, shippingAddress }: Order): OrderAddress {
  return billingAddress?.countryCode ? billingAddress : (shippingAddress ?? {});
}

function toCheckoutAddress(address: OrderAddress): CheckoutAddress {
  return {
    ...splitName(address),
    street1: address.streetLine1,
    street2: address.streetLine2,
    city: address.city,
    postcode: address.postalCode,
    state: address.province,
    country: address.countryCode,
    phone: address.phoneNumber,
  };
}

/** Vendure has one field for the name. A single word is the first and the last name. */
function splitName({ fullName }: OrderAddress): Pick<CheckoutAddress, "firstName" | "lastName"> {
  // Null if the buyer left it empty, although Vendure's types exclude null.
  const words = (fullName ?? "").trim().split(/\s+/);
  return { firstName: words.slice(0, -1).join(" ") || words[0], lastName: words.at(-1) };
}

function toSaleLine(
  { id, productVariant, quantity, proratedLinePriceWithTax }: OrderLine,
  { amount, precision, details }: SaleOrderDetails,
): SaleLine {
  const { name, sku } = productVariant;
  const total = toDisplayMinor(proratedLinePriceWithTax, amount.currency, precision);
  return { name, sku, quantity, total, ...details.get(id) };
}

/** Returns the lines for surcharges and shipping. */
function extraLines({ order, amount, precision }: SaleOrderDetails): SaleLine[] {
  const shipping = order.shippingLines.reduce((sum, line) => sum + line.discountedPriceWithTax, 0);
  const extras = [
    ...order.surcharges.map(({ description, priceWithTax }) => ({
      name: toSaleItemText(description) || "Surcharge",
      price: priceWithTax,
    })),
    { name: "Shipping", price: shipping },
  ];
  return extras
    .filter(({ price }) => price !== 0)
    .map(({ name, price }) => ({
      name,
      total: toDisplayMinor(price, amount.currency, precision),
      quantity: 1,
    }));
}
