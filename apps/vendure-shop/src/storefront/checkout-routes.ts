import { readAddress } from "@pay-index-apps/demo/address-form";
import { addressPage, deliveryPage } from "@pay-index-apps/demo/look/checkout-pages";
import { moneyText } from "@pay-index-apps/demo/look/money-text";
import type { RequestHandler, Router } from "express";
import { addressOf, buyerOf, typedInto } from "../address-form.ts";
import { billOfThings } from "../bill.ts";
import {
  backToCart,
  inTurn,
  setAddress,
  setBuyer,
  setShipping,
  shippingMethods,
} from "../shop-api/change-order.ts";
import type { Order } from "../shop-api/order.ts";
import { type Route, type Visit, withCart } from "./visit.ts";

type Problems = Readonly<Record<string, string>>;

/** From the cart to the choice of how to pay. */
export function addCheckout(router: Router, route: Route, form: RequestHandler): void {
  const atStep = withCart(route);
  router.get(
    "/checkout",
    atStep((visit, order) => showAddress(visit, order, { typed: typedInto(order), problems: {} })),
  );
  router.post("/checkout", form, atStep(takeAddress));
  router.get(
    "/checkout/shipping",
    atStep((visit, order) => showDelivery(visit, order, {})),
  );
  router.post("/checkout/shipping", form, atStep(takeDelivery));
}

async function takeAddress(visit: Visit, order: Order): Promise<void> {
  const entry = readAddress(visit.request.body);
  if (Object.keys(entry.problems).length > 0) return showAddress(visit, order, entry);
  const { api } = visit;
  const refused = await inTurn([
    () => backToCart(api, order),
    () => setBuyer(api, buyerOf(entry.typed)),
    () => setAddress(api, addressOf(entry.typed)),
  ]);
  if (refused === undefined) return visit.go("/checkout/shipping");
  await showAddress(visit, order, { typed: entry.typed, problems: { order: refused.message } });
}

async function takeDelivery(visit: Visit, order: Order): Promise<void> {
  const { api } = visit;
  const refused = await inTurn([
    () => backToCart(api, order),
    () => setShipping(api, visit.posted("shipping")),
  ]);
  if (refused === undefined) return visit.go("/checkout/payment");
  await showDelivery(visit, order, { order: refused.message });
}

async function showAddress(
  visit: Visit,
  order: Order,
  entry: { typed: Problems; problems: Problems },
): Promise<void> {
  const content = addressPage({ bill: billOfThings(order), ...entry });
  await visit.show({ title: "Checkout", content, cart: order, status: statusOf(entry.problems) });
}

async function showDelivery(visit: Visit, order: Order, problems: Problems): Promise<void> {
  if (order.shippingAddress?.streetLine1 == null) return visit.go("/checkout");
  const ways = (await shippingMethods(visit.api)).map(({ id, name, priceWithTax }) => ({
    id,
    name,
    price: moneyText({ minor: priceWithTax, currency: order.currencyCode }),
  }));
  const chosen = order.shippingLines[0]?.shippingMethod.id;
  const content = deliveryPage({ ways, chosen, problems });
  await visit.show({ title: "Delivery", content, cart: order, status: statusOf(problems) });
}

function statusOf(problems: Problems): number {
  return Object.keys(problems).length > 0 ? 422 : 200;
}
