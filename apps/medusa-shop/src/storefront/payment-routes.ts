import { type Variant, variants } from "@pay-index/core";
import { cardForm } from "@pay-index-apps/demo/look/card-form";
import { paymentPage } from "@pay-index-apps/demo/look/checkout-pages";
import { methods } from "@pay-index-apps/demo/look/ways";
import type { Router } from "express";
import { billOf } from "../bill.ts";
import { planOf } from "../plan.ts";
import type { Cart } from "../store-api/cart.ts";
import { type PaymentWish, type Started, startPayment } from "../store-api/payment.ts";
import { StoreApiError } from "../store-api/store-api.ts";
import { type Route, type Visit, withCart } from "./visit.ts";

type Named = Readonly<Record<string, string>>;

/** The choice of how to pay, and the form for a card. */
export function addPayment(router: Router, route: Route): void {
  const atStep = withCart(route);
  router.get(
    "/checkout/payment",
    atStep((visit, cart) => showPayment(visit, cart, { typed: {}, problems: {} })),
  );
  router.post("/checkout/payment", atStep(pay));
  router.get(
    "/checkout/card/:variant",
    atStep((visit, cart) => {
      const variant = variantOf(visit.part("variant"));
      return variant === undefined ? visit.notHere() : go(visit, cart, { variant, apmMethod: "" });
    }),
  );
}

async function pay(visit: Visit, cart: Cart): Promise<void> {
  const typed = { variant: visit.posted("variant"), method: visit.posted("method") };
  const variant = variantOf(typed.variant);
  if (variant === undefined)
    return showPayment(visit, cart, { typed, problems: { variant: "Please choose how to pay." } });
  // The card has a page of its own, which a reload does not send again.
  if (variant === "card" || variant === "subscription") return visit.go(`/checkout/card/${variant}`);
  await go(visit, cart, {
    variant,
    apmMethod: variant === "apm" && typed.method in methods ? typed.method : "",
  });
}

function variantOf(text: string): Variant | undefined {
  return variants.find((variant) => variant === text);
}

/** To the payment page, to the card form, or back to what is wrong. */
async function go(visit: Visit, cart: Cart, wish: PaymentWish): Promise<void> {
  try {
    await goOn(visit, cart, await startPayment(visit.api, cart.id, wish));
  } catch (error) {
    if (!(error instanceof StoreApiError && error.isRefusal)) throw error;
    const problems = { cart: error.words };
    await showPayment(visit, cart, { typed: { variant: wish.variant }, problems });
  }
}

async function goOn(visit: Visit, cart: Cart, started: Started): Promise<void> {
  if ("next" in started) return visit.pay(started);
  const content = cardForm({
    bill: billOf(cart),
    again: planOf(cart) !== undefined,
    action: started.action,
    hidden: { form_token: started.form_token },
    anotherWay: "/checkout/payment",
  });
  await visit.show({ title: "Your card", content, cart });
}

async function showPayment(
  visit: Visit,
  cart: Cart,
  { typed, problems }: { typed: Named; problems: Named },
): Promise<void> {
  if (cart.shipping_methods.length === 0) return visit.go("/checkout/shipping");
  const content = paymentPage({ bill: billOf(cart), order: cart.id, typed, problems, plan: planOf(cart) });
  const status = Object.keys(problems).length > 0 ? 422 : 200;
  await visit.show({ title: "Payment", content, cart, status });
}
