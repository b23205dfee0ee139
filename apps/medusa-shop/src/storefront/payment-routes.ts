import { type Variant, variants } from "@pay-index/core";
import { renderCardForm } from "@pay-index-apps/demo/pages/card-form";
import { paymentPage } from "@pay-index-apps/demo/pages/checkout-pages";
import { apmMethodNames } from "@pay-index-apps/demo/pages/payment-method-fields";
import type { Router } from "express";
import { findCartPlan } from "../cart-plan.ts";
import { toOrderSummary } from "../order-summary.ts";
import type { Cart } from "../store-api/cart.ts";
import { type PaymentChoice, type StartedPaymentOrCardForm, startPayment } from "../store-api/payment.ts";
import { StoreApiError } from "../store-api/store-api.ts";
import { type BuyerRequest, type RouteFactory, stepWithCart } from "./buyer-request.ts";

type FieldTexts = Readonly<Record<string, string>>;

/** Adds the routes for choosing the payment method, and for the card form. */
export function addPaymentRoutes(router: Router, route: RouteFactory): void {
  const atStep = stepWithCart(route);
  router.get(
    "/checkout/payment",
    atStep((visit, cart) => showPayment(visit, cart, { typed: {}, problems: {} })),
  );
  router.post("/checkout/payment", atStep(submitPayment));
  router.get(
    "/checkout/card/:variant",
    atStep((visit, cart) => {
      const variant = variantOf(visit.part("variant"));
      return variant === undefined
        ? visit.notHere()
        : startAndContinue(visit, cart, { variant, apmMethod: "" });
    }),
  );
}

async function submitPayment(visit: BuyerRequest, cart: Cart): Promise<void> {
  const typed = { variant: visit.posted("variant"), method: visit.posted("method") };
  const variant = variantOf(typed.variant);
  if (variant === undefined)
    return showPayment(visit, cart, { typed, problems: { variant: "Please choose how to pay." } });
  // The card has its own page, so that a reload does not submit it again.
  if (variant === "card" || variant === "subscription") return visit.go(`/checkout/card/${variant}`);
  await startAndContinue(visit, cart, {
    variant,
    apmMethod: variant === "apm" && typed.method in apmMethodNames ? typed.method : "",
  });
}

function variantOf(text: string): Variant | undefined {
  return variants.find((variant) => variant === text);
}

/** Continues at the payment page or the card form, or displays the problems. */
async function startAndContinue(visit: BuyerRequest, cart: Cart, wish: PaymentChoice): Promise<void> {
  try {
    await continuePayment(visit, cart, await startPayment(visit.api, cart.id, wish));
  } catch (error) {
    if (!(error instanceof StoreApiError && error.isRefusal)) throw error;
    const problems = { cart: error.words };
    await showPayment(visit, cart, { typed: { variant: wish.variant }, problems });
  }
}

async function continuePayment(
  visit: BuyerRequest,
  cart: Cart,
  started: StartedPaymentOrCardForm,
): Promise<void> {
  if ("url" in started) return visit.pay(started);
  const content = renderCardForm({
    bill: toOrderSummary(cart),
    again: findCartPlan(cart) !== undefined,
    action: started.action,
    hidden: { form_token: started.form_token },
    anotherWay: "/checkout/payment",
  });
  await visit.show({ title: "Your card", content, cart });
}

async function showPayment(
  visit: BuyerRequest,
  cart: Cart,
  { typed, problems }: { typed: FieldTexts; problems: FieldTexts },
): Promise<void> {
  if (cart.shipping_methods.length === 0) return visit.go("/checkout/shipping");
  const content = paymentPage({
    bill: toOrderSummary(cart),
    order: cart.id,
    typed,
    problems,
    plan: findCartPlan(cart),
  });
  const status = Object.keys(problems).length > 0 ? 422 : 200;
  await visit.show({ title: "Payment", content, cart, status });
}
