import { readAddressForm } from "@pay-index-apps/demo/address-form";
import { addressPage, shippingPage } from "@pay-index-apps/demo/pages/checkout-pages";
import { formatMoney } from "@pay-index-apps/demo/pages/money-text";
import type { Router } from "express";
import { toAddress, toAddressFieldTexts } from "../address-form.ts";
import { toSummaryWithoutShipping } from "../order-summary.ts";
import { toMinorUnits } from "../store-api/amount.ts";
import { type Cart, findShippingOptions, setBuyer, setShippingMethod } from "../store-api/cart.ts";
import { type BuyerRequest, type RouteFactory, stepWithCart } from "./buyer-request.ts";
import { catchRefusalMessage } from "./catch-refusal-message.ts";

type Problems = Readonly<Record<string, string>>;

/** Adds the routes from the cart to the choice of the payment method. */
export function addCheckoutRoutes(router: Router, route: RouteFactory): void {
  const atStep = stepWithCart(route);
  router.get(
    "/checkout",
    atStep((visit, cart) => showAddress(visit, cart, { typed: toAddressFieldTexts(cart), problems: {} })),
  );
  router.post("/checkout", atStep(saveAddress));
  router.get(
    "/checkout/shipping",
    atStep((visit, cart) => showShipping(visit, cart, {})),
  );
  router.post("/checkout/shipping", atStep(saveShipping));
}

async function saveAddress(visit: BuyerRequest, cart: Cart): Promise<void> {
  const entry = readAddressForm(visit.request.body);
  const { typed, problems } = entry;
  if (Object.keys(problems).length > 0) return showAddress(visit, cart, entry);
  const buyer = { email: typed.email ?? "", address: toAddress(typed) };
  const refused = await catchRefusalMessage(() => setBuyer(visit.api, cart.id, buyer));
  if (refused === undefined) return visit.go("/checkout/shipping");
  await showAddress(visit, cart, { typed, problems: { cart: refused } });
}

async function saveShipping(visit: BuyerRequest, cart: Cart): Promise<void> {
  const refused = await catchRefusalMessage(() =>
    setShippingMethod(visit.api, cart.id, visit.posted("shipping")),
  );
  if (refused === undefined) return visit.go("/checkout/payment");
  await showShipping(visit, cart, { cart: refused });
}

async function showAddress(
  visit: BuyerRequest,
  cart: Cart,
  entry: { typed: Problems; problems: Problems },
): Promise<void> {
  const content = addressPage({ bill: toSummaryWithoutShipping(cart), ...entry });
  await visit.show({ title: "Checkout", content, cart, status: statusOf(entry.problems) });
}

async function showShipping(visit: BuyerRequest, cart: Cart, problems: Problems): Promise<void> {
  if (!cart.shipping_address?.address_1) return visit.go("/checkout");
  const currency = cart.currency_code.toUpperCase();
  const options = await findShippingOptions(visit.api, cart.id);
  // Medusa returns the shipping price with tax only after the option was chosen.
  const ways = options
    .toSorted((one, other) => one.amount - other.amount)
    .map(({ id, name, amount }) => ({
      id,
      name,
      price: `${formatMoney({ minor: toMinorUnits(amount, currency), currency })} plus tax`,
    }));
  const chosen = cart.shipping_methods[0]?.shipping_option_id ?? undefined;
  const content = shippingPage({ ways, chosen, problems });
  await visit.show({ title: "Delivery", content, cart, status: statusOf(problems) });
}

function statusOf(problems: Problems): number {
  return Object.keys(problems).length > 0 ? 422 : 200;
}
