import { type Variant, variants } from "@pay-index/core";
import { renderCardForm } from "@pay-index-apps/demo/pages/card-form";
import { paymentPage } from "@pay-index-apps/demo/pages/checkout-pages";
import { apmMethodNames } from "@pay-index-apps/demo/pages/payment-method-fields";
import type { RequestHandler, Router } from "express";
import { findOrderPlan, toRenewalTermsView } from "../order-plan.ts";
import { toOrderSummary } from "../order-summary.ts";
import type { Order } from "../shop-api/order.ts";
import { type StartPaymentResult, startPayment } from "../shop-api/payment.ts";
import { type BuyerRequest, type RouteFactory, stepWithCart } from "./buyer-request.ts";

type FieldTexts = Readonly<Record<string, string>>;

/** Adds the routes for choosing the payment method, and for the card form. */
export function addPaymentRoutes(router: Router, route: RouteFactory, form: RequestHandler): void {
  const atStep = stepWithCart(route);
  router.get(
    "/checkout/payment",
    atStep((visit, order) => showPayment(visit, order, { typed: {}, problems: {} })),
  );
  router.post("/checkout/payment", form, atStep(submitPayment));
  router.get(
    "/checkout/card/:variant",
    atStep(async (visit, order) => {
      const variant = variantOf(visit.part("variant"));
      if (variant === undefined) return visit.notHere();
      await continuePayment(visit, order, {
        variant,
        started: await startPayment(visit.api, order, { variant, apmMethod: "" }),
      });
    }),
  );
}

async function submitPayment(visit: BuyerRequest, order: Order): Promise<void> {
  const typed = { variant: visit.posted("variant"), method: visit.posted("method") };
  const variant = variantOf(typed.variant);
  if (variant === undefined)
    return showPayment(visit, order, { typed, problems: { variant: "Please choose how to pay." } });
  // The card has its own page, so that a reload does not submit it again.
  if (variant === "card" || variant === "subscription") return visit.go(`/checkout/card/${variant}`);
  const apmMethod = variant === "apm" && typed.method in apmMethodNames ? typed.method : "";
  await continuePayment(visit, order, {
    variant,
    started: await startPayment(visit.api, order, { variant, apmMethod }),
  });
}

function variantOf(text: string): Variant | undefined {
  return variants.find((variant) => variant === text);
}

/** Continues at the payment page or the card form, or displays the problems. */
async function continuePayment(
  visit: BuyerRequest,
  order: Order,
  { variant, started }: { variant: Variant; started: StartPaymentResult },
): Promise<void> {
  if ("url" in started) return visit.pay(started);
  if ("action" in started) {
    const { action, formToken } = started;
    const content = renderCardForm({
      bill: toOrderSummary(order),
      again: toRenewalTermsView(order),
      action,
      hidden: { form_token: formToken },
      anotherWay: "/checkout/payment",
    });
    return visit.show({ title: "Your card", content, cart: order });
  }
  await showPayment(visit, order, { typed: { variant }, problems: { order: started.message } });
}

async function showPayment(
  visit: BuyerRequest,
  order: Order,
  { typed, problems }: { typed: FieldTexts; problems: FieldTexts },
): Promise<void> {
  if (order.shippingLines.length === 0) return visit.go("/checkout/shipping");
  const content = paymentPage({
    bill: toOrderSummary(order),
    order: order.code,
    typed,
    problems,
    plan: findOrderPlan(order),
  });
  const status = Object.keys(problems).length > 0 ? 422 : 200;
  await visit.show({ title: "Payment", content, cart: order, status });
}
