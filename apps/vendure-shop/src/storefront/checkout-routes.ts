import { readAddressForm } from "@pay-index-apps/demo/address-form";
import { addressPage, shippingPage } from "@pay-index-apps/demo/pages/checkout-pages";
import { formatMoney } from "@pay-index-apps/demo/pages/money-text";
import type { RequestHandler, Router } from "express";
import { toAddress, toAddressFieldTexts, toBuyer } from "../address-form.ts";
import { toSummaryWithoutShipping } from "../order-summary.ts";
import {
  findShippingMethods,
  returnToCart,
  runUntilRefused,
  setAddress,
  setBuyer,
  setShippingMethod,
} from "../shop-api/change-order.ts";
import type { Order } from "../shop-api/order.ts";
import { type BuyerRequest, type RouteFactory, stepWithCart } from "./buyer-request.ts";

type Problems = Readonly<Record<string, string>>;

/** Adds the routes from the cart to the choice of the payment method. */
export function addCheckoutRoutes(router: Router, route: RouteFactory, form: RequestHandler): void {
  const atStep = stepWithCart(route);
  router.get(
    "/checkout",
    atStep((visit, order) => showAddress(visit, order, { typed: toAddressFieldTexts(order), problems: {} })),
  );
  router.post("/checkout", form, atStep(saveAddress));
  router.get(
    "/checkout/shipping",
    atStep((visit, order) => showShipping(visit, order, {})),
  );
  router.post("/checkout/shipping", form, atStep(saveShipping));
}

async function saveAddress(visit: BuyerRequest, order: Order): Promise<void> {
  const entry = readAddressForm(visit.request.body);
  if (Object.keys(entry.problems).length > 0) return showAddress(visit, order, entry);
  const { api } = visit;
  const refused = await runUntilRefused([
    () => returnToCart(api, order),
    () => setBuyer(api, toBuyer(entry.typed)),
    () => setAddress(api, toAddress(entry.typed)),
  ]);
  if (refused === undefined) return visit.go("/checkout/shipping");
  await showAddress(visit, order, { typed: entry.typed, problems: { order: refused.message } });
}

async function saveShipping(visit: BuyerRequest, order: Order): Promise<void> {
  const { api } = visit;
  const refused = await runUntilRefused([
    () => returnToCart(api, order),
    () => setShippingMethod(api, visit.posted("shipping")),
  ]);
  if (refused === undefined) return visit.go("/checkout/payment");
  await showShipping(visit, order, { order: refused.message });
}

async function showAddress(
  visit: BuyerRequest,
  order: Order,
  entry: { typed: Problems; problems: Problems },
): Promise<void> {
  const content = addressPage({ bill: toSummaryWithoutShipping(order), ...entry });
  await visit.show({ title: "Checkout", content, cart: order, status: statusOf(entry.problems) });
}

async function showShipping(visit: BuyerRequest, order: Order, problems: Problems): Promise<void> {
  if (order.shippingAddress?.streetLine1 == null) return visit.go("/checkout");
  const ways = (await findShippingMethods(visit.api)).map(({ id, name, priceWithTax }) => ({
    id,
    name,
    price: formatMoney({ minor: priceWithTax, currency: order.currencyCode }),
  }));
  const chosen = order.shippingLines[0]?.shippingMethod.id;
  const content = shippingPage({ ways, chosen, problems });
  await visit.show({ title: "Delivery", content, cart: order, status: statusOf(problems) });
}

function statusOf(problems: Problems): number {
  return Object.keys(problems).length > 0 ? 422 : 200;
}
