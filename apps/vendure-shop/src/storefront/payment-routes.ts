import { type Variant, variants } from "@pay-index/core";
import { cardForm } from "@pay-index-apps/demo/look/card-form";
import { paymentPage } from "@pay-index-apps/demo/look/checkout-pages";
import { methods } from "@pay-index-apps/demo/look/ways";
import type { RequestHandler, Router } from "express";
import { billOf } from "../bill.ts";
import { againOf, planOf } from "../plan.ts";
import type { Order } from "../shop-api/order.ts";
import { type Started, startPayment } from "../shop-api/payment.ts";
import { type Route, type Visit, withCart } from "./visit.ts";

type Named = Readonly<Record<string, string>>;

/** The choice of how to pay, and the form for a card. */
export function addPayment(router: Router, route: Route, form: RequestHandler): void {
  const atStep = withCart(route);
  router.get(
    "/checkout/payment",
    atStep((visit, order) => showPayment(visit, order, { typed: {}, problems: {} })),
  );
  router.post("/checkout/payment", form, atStep(pay));
  router.get(
    "/checkout/card/:variant",
    atStep(async (visit, order) => {
      const variant = variantOf(visit.part("variant"));
      if (variant === undefined) return visit.notHere();
      await go(visit, order, {
        variant,
        started: await startPayment(visit.api, order, { variant, apmMethod: "" }),
      });
    }),
  );
}

async function pay(visit: Visit, order: Order): Promise<void> {
  const typed = { variant: visit.posted("variant"), method: visit.posted("method") };
  const variant = variantOf(typed.variant);
  if (variant === undefined)
    return showPayment(visit, order, { typed, problems: { variant: "Please choose how to pay." } });
  // The card has a page of its own, which a reload does not send again.
  if (variant === "card" || variant === "subscription") return visit.go(`/checkout/card/${variant}`);
  const apmMethod = variant === "apm" && typed.method in methods ? typed.method : "";
  await go(visit, order, { variant, started: await startPayment(visit.api, order, { variant, apmMethod }) });
}

function variantOf(text: string): Variant | undefined {
  return variants.find((variant) => variant === text);
}

/** To the payment page, to the card form, or back to what is wrong. */
async function go(
  visit: Visit,
  order: Order,
  { variant, started }: { variant: Variant; started: Started },
): Promise<void> {
  if ("next" in started) return visit.pay(started);
  if ("action" in started) {
    const { action, formToken } = started;
    const content = cardForm({
      bill: billOf(order),
      again: againOf(order),
      action,
      hidden: { form_token: formToken },
      anotherWay: "/checkout/payment",
    });
    return visit.show({ title: "Your card", content, cart: order });
  }
  await showPayment(visit, order, { typed: { variant }, problems: { order: started.message } });
}

async function showPayment(
  visit: Visit,
  order: Order,
  { typed, problems }: { typed: Named; problems: Named },
): Promise<void> {
  if (order.shippingLines.length === 0) return visit.go("/checkout/shipping");
  const content = paymentPage({
    bill: billOf(order),
    order: order.code,
    typed,
    problems,
    plan: planOf(order),
  });
  const status = Object.keys(problems).length > 0 ? 422 : 200;
  await visit.show({ title: "Payment", content, cart: order, status });
}
