import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { BuyerCheckoutService } from "../buyer-checkout-service.ts";
import type { Order } from "../orders/order.ts";
import type { BuyerPageAction, BuyerPageName } from "../orders/order-event.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { findPaymentMethod } from "../payment-methods.ts";
import { readPostedForm } from "../server/read-posted-form.ts";
import { type BuyerChoice, buyerChoices } from "./buyer-choice.tsx";
import type { CardFormState } from "./card-form.tsx";
import { readSubmittedCard } from "./card-inputs.ts";
import { ChallengePage } from "./challenge.tsx";
import { CheckoutPage, InvoicePage } from "./checkout.tsx";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { OpenAppPage } from "./open-app-page.tsx";
import { currentPagePath, orderPagePath } from "./page-paths.ts";
import { ChosenPaymentMethodPage, PaymentMethodListPage } from "./payment-method-pages.tsx";
import { NotFoundPage, OrderResultPage } from "./result-pages.tsx";
import { returnToShop } from "./return-to-shop.tsx";

type PageContext = Context<{ Bindings: HttpBindings }>;
type OrderPageHandler = (
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
) => Response | Promise<Response>;

/** Creates the pages of one order, at its secret address. A repeated POST has no second effect. */
export function createPaymentPageRoutes(
  orderStore: OrderStore,
  buyerCheckout: BuyerCheckoutService,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  /** Finds the order. An order without a step for the buyer always displays its result. */
  const page = (show: OrderPageHandler) => (c: PageContext) => {
    const order = orderStore.byPage(c.req.param("id") ?? "");
    if (!order) return c.html(<NotFoundPage />, 404);
    if (order.state !== "pending" || order.step === "none") return showResult(c, order);
    return show(c, order, buyerCheckout);
  };
  app.get("/:id", page(showOrder));
  app.get("/:id/app", page(showHandOver));
  app.get("/:id/3d", page(showChallenge));
  app.get("/:id/method/:method", page(showMethod));
  app.get("/:id/return", (c) => {
    const order = orderStore.byPage(c.req.param("id"));
    return order ? sendBuyerBack(c, order, buyerCheckout) : showNotFound(c);
  });
  app.post("/:id/card", page(handleCard));
  app.post("/:id/cancel", page(handleCancel));
  app.post("/:id/3d", page(handleChallenge));
  app.post("/:id/method/:method", page(handleMethod));
  return app;
}

function showResult(c: PageContext, order: Order): Response | Promise<Response> {
  return c.req.method === "GET"
    ? c.html(<OrderResultPage order={order} />)
    : c.redirect(orderPagePath(order), 303);
}

function showHandOver(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Response | Promise<Response> {
  if (!order.appScheme) return showNotFound(c);
  buyerCheckout.note(order, "opened", { page: "app" });
  return c.html(<OpenAppPage order={order} />);
}

function showChallenge(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Response | Promise<Response> {
  if (order.step !== "challenge") return redirectToCurrentPage(c, order);
  buyerCheckout.note(order, "opened", { page: "challenge" });
  return c.html(<ChallengePage order={order} />);
}

function showOrder(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Response | Promise<Response> {
  if (order.step === "challenge" || order.namedMethod) return redirectToCurrentPage(c, order);
  buyerCheckout.note(order, "opened", { page: checkoutPageName(order) });
  if (order.step === "methods") return c.html(<PaymentMethodListPage order={order} />);
  return renderCardForm(c, order, { testCard: c.req.query("card") ?? "" });
}

/** Returns the name of the order's own page. */
function checkoutPageName({ step, merchant }: Order): BuyerPageName {
  if (step === "methods") return "methods";
  return merchant.variant === "link" ? "invoice" : "checkout";
}

function renderCardForm(c: PageContext, order: Order, entry: CardFormState) {
  const Page = order.merchant.variant === "link" ? InvoicePage : CheckoutPage;
  return c.html(<Page order={order} entry={entry} />, entry.problems ? 400 : 200);
}

async function handleCard(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Promise<Response> {
  if (order.step !== "checkout") return redirectToCurrentPage(c, order);
  const entered = readSubmittedCard(await readPostedForm(c));
  if ("problems" in entered) return renderCardForm(c, order, { problems: entered.problems });
  buyerCheckout.note(order, "entered_card", { page: checkoutPageName(order) });
  await buyerCheckout.charge(order, entered.card, c.env.outgoing);
  // The buyer sees a decline or a 3D Secure page before returning to the shop.
  return order.state === "paid"
    ? sendBuyerBack(c, order, buyerCheckout)
    : c.redirect(orderPagePath(order), 303);
}

async function handleCancel(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Promise<Response> {
  buyerCheckout.note(order, "cancelled", { page: checkoutPageName(order) });
  await buyerCheckout.resolve(order, c.env.outgoing, "the buyer cancelled");
  return sendBuyerBack(c, order, buyerCheckout);
}

async function handleChallenge(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Promise<Response> {
  if (order.step !== "challenge") return redirectToCurrentPage(c, order);
  return handleBuyerChoice(c, order, {
    buyerCheckout,
    page: "challenge",
    failure: "3D verification was refused",
  });
}

function showMethod(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Response | Promise<Response> {
  const method = findAllowedMethod(c, order);
  if (!method) return showNotFound(c);
  buyerCheckout.note(order, "opened", { page: "method", method: method.id });
  return c.html(<ChosenPaymentMethodPage order={order} method={method} />);
}

async function handleMethod(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Promise<Response> {
  const method = findAllowedMethod(c, order);
  if (!method) return showNotFound(c);
  return handleBuyerChoice(c, order, {
    buyerCheckout,
    page: "method",
    method: method.id,
    failure: `${method.name} refused the payment`,
  });
}

/** A method that the shop named cannot be replaced. */
function findAllowedMethod(c: PageContext, order: Order) {
  const id = c.req.param("method") ?? "";
  if (order.step !== "methods" || (order.namedMethod && order.namedMethod !== id)) return undefined;
  return findPaymentMethod(id);
}

async function handleBuyerChoice(
  c: PageContext,
  order: Order,
  {
    buyerCheckout,
    page,
    method,
    failure,
  }: { buyerCheckout: BuyerCheckoutService; page: BuyerPageName; method?: string; failure: string },
): Promise<Response> {
  const given = (await readPostedForm(c)).get("choice");
  const choice: BuyerChoice | undefined = buyerChoices.find((known) => known === given);
  if (!choice) return redirectToCurrentPage(c, order);
  // Another request may have finished the order in the meantime.
  if (order.state === "pending") buyerCheckout.note(order, actionByChoice[choice], { page, method });
  if (choice === "approve") await buyerCheckout.resolve(order, c.env.outgoing);
  if (choice === "refuse") await buyerCheckout.resolve(order, c.env.outgoing, failure);
  return sendBuyerBack(c, order, buyerCheckout);
}

const actionByChoice: Readonly<Record<BuyerChoice, BuyerPageAction>> = {
  approve: "approved",
  refuse: "refused",
  later: "left",
};

function sendBuyerBack(
  c: PageContext,
  order: Order,
  buyerCheckout: BuyerCheckoutService,
): Response | Promise<Response> {
  const way = buyerCheckout.sendBack(order);
  return way
    ? returnToShop(c, { way, words: findBuyerPageTexts(order) })
    : c.html(<OrderResultPage order={order} />);
}

function redirectToCurrentPage(c: PageContext, order: Order): Response {
  return c.redirect(currentPagePath(order), 303);
}

function showNotFound(c: PageContext): Response | Promise<Response> {
  return c.html(<NotFoundPage />, 404);
}
