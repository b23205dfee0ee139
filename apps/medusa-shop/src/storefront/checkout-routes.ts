import { readAddress } from "@pay-index-apps/demo/address-form";
import { addressPage, deliveryPage } from "@pay-index-apps/demo/look/checkout-pages";
import { moneyText } from "@pay-index-apps/demo/look/money-text";
import type { Router } from "express";
import { addressOf, typedInto } from "../address-form.ts";
import { billOfThings } from "../bill.ts";
import { minorOf } from "../store-api/amount.ts";
import { type Cart, setBuyer, setShipping, shippingOptions } from "../store-api/cart.ts";
import { refusalOf } from "./refusal.ts";
import { type Route, type Visit, withCart } from "./visit.ts";

type Problems = Readonly<Record<string, string>>;

/** From the cart to the choice of how to pay. */
export function addCheckout(router: Router, route: Route): void {
  const atStep = withCart(route);
  router.get(
    "/checkout",
    atStep((visit, cart) => showAddress(visit, cart, { typed: typedInto(cart), problems: {} })),
  );
  router.post("/checkout", atStep(takeAddress));
  router.get(
    "/checkout/shipping",
    atStep((visit, cart) => showDelivery(visit, cart, {})),
  );
  router.post("/checkout/shipping", atStep(takeDelivery));
}

async function takeAddress(visit: Visit, cart: Cart): Promise<void> {
  const entry = readAddress(visit.request.body);
  const { typed, problems } = entry;
  if (Object.keys(problems).length > 0) return showAddress(visit, cart, entry);
  const buyer = { email: typed.email ?? "", address: addressOf(typed) };
  const refused = await refusalOf(() => setBuyer(visit.api, cart.id, buyer));
  if (refused === undefined) return visit.go("/checkout/shipping");
  await showAddress(visit, cart, { typed, problems: { cart: refused } });
}

async function takeDelivery(visit: Visit, cart: Cart): Promise<void> {
  const refused = await refusalOf(() => setShipping(visit.api, cart.id, visit.posted("shipping")));
  if (refused === undefined) return visit.go("/checkout/payment");
  await showDelivery(visit, cart, { cart: refused });
}

async function showAddress(
  visit: Visit,
  cart: Cart,
  entry: { typed: Problems; problems: Problems },
): Promise<void> {
  const content = addressPage({ bill: billOfThings(cart), ...entry });
  await visit.show({ title: "Checkout", content, cart, status: statusOf(entry.problems) });
}

async function showDelivery(visit: Visit, cart: Cart, problems: Problems): Promise<void> {
  if (!cart.shipping_address?.address_1) return visit.go("/checkout");
  const currency = cart.currency_code.toUpperCase();
  const options = await shippingOptions(visit.api, cart.id);
  // Medusa says what a parcel costs with tax once it has been chosen.
  const ways = options
    .toSorted((one, other) => one.amount - other.amount)
    .map(({ id, name, amount }) => ({
      id,
      name,
      price: `${moneyText({ minor: minorOf(amount, currency), currency })} plus tax`,
    }));
  const chosen = cart.shipping_methods[0]?.shipping_option_id ?? undefined;
  const content = deliveryPage({ ways, chosen, problems });
  await visit.show({ title: "Delivery", content, cart, status: statusOf(problems) });
}

function statusOf(problems: Problems): number {
  return Object.keys(problems).length > 0 ? 422 : 200;
}
