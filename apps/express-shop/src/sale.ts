import { money } from "@pay-index/express";
import type { CheckoutFormValues } from "./checkout-form.ts";
import { findOrderPlan, type Order } from "./orders/orders.ts";

/** The fields of all five variants. The buyer's IP address and browser are added from the request. */
function toSaleBase({ id, total, currency, lines }: Order, checkout: CheckoutFormValues) {
  const { firstName, lastName, email, phone, country } = checkout;
  return {
    reference: id,
    amount: money(total, currency),
    buyer: { firstName, lastName, email, phone, country },
    billing: addressOf(checkout),
    items: lines.map(({ plan: _, ...item }) => item),
  };
}

/** Returns a sale that needs no card in this shop. */
export function toSale(order: Order, checkout: CheckoutFormValues) {
  const terms = { ...toSaleBase(order, checkout), shipping: addressOf(checkout) };
  switch (checkout.variant) {
    case "hosted":
      return { ...terms, variant: "hosted" } as const;
    case "link":
      return { ...terms, variant: "link" } as const;
    case "apm": {
      const method = checkout.method === "" ? {} : { method: checkout.method };
      return { ...terms, variant: "apm", ...method } as const;
    }
    case "card":
    case "subscription":
      return undefined;
  }
}

/** Returns what is due for an order, at a payment link of staff. Undefined if it is paid, or was never checked out. */
export function toLinkSale(order: Order | undefined) {
  if (order?.checkout === undefined || order.paid || findOrderPlan(order) !== undefined) return undefined;
  return { ...toSaleBase(order, order.checkout), shipping: addressOf(order.checkout) };
}

/** Returns a sale to which the card route adds the card. Undefined if nothing must be paid by card. */
export function toSaleAwaitingCard(order: Order | undefined) {
  if (order?.checkout === undefined) return undefined;
  const terms = toSaleBase(order, order.checkout);
  switch (order.checkout.variant) {
    case "card":
      return { ...terms, variant: "card", shipping: addressOf(order.checkout) } as const;
    case "subscription": {
      const plan = findOrderPlan(order);
      return plan && ({ ...terms, variant: "subscription", plan } as const);
    }
    default:
      return undefined;
  }
}

/** Returns the optional lines of the address that are not empty. */
function addressOf({ street, city, postcode }: CheckoutFormValues) {
  return {
    ...(street === "" ? {} : { street1: street }),
    ...(city === "" ? {} : { city }),
    ...(postcode === "" ? {} : { postcode }),
  };
}
