import { Hono } from "hono";
import type { BuyerCheckoutService } from "../buyer-checkout-service.ts";
import type { Order } from "../orders/order.ts";
import type { BuyerPageAction, BuyerPageName } from "../orders/order-event.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { findPaymentMethod } from "../payment-methods.ts";
import type { App, AppContext } from "../server/app.ts";
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

/** A buyer's request about an order. */
interface Visit {
  readonly c: AppContext;
  readonly order: Order;
  readonly buyerCheckout: BuyerCheckoutService;
}

type PageResponse = Response | Promise<Response>;

/** Creates the pages of one order, at its secret address. A repeated POST has no second effect. */
export function createPaymentPageRoutes(orderStore: OrderStore, buyerCheckout: BuyerCheckoutService) {
  const app: App = new Hono();
  const find = (answer: (visit: Visit) => PageResponse) => (c: Visit["c"]) => {
    const order = orderStore.byPage(c.req.param("id") ?? "");
    return order ? answer({ c, order, buyerCheckout }) : showNotFound(c);
  };
  /** An order without a step for the buyer always displays its result. */
  const page = (show: (visit: Visit) => PageResponse) =>
    find((visit) =>
      visit.order.state !== "pending" || visit.order.step === "none" ? showResult(visit) : show(visit),
    );
  app.get("/:id", page(showOrder));
  app.get("/:id/app", page(showHandOver));
  app.get("/:id/3d", page(showChallenge));
  app.get("/:id/method/:method", page(showMethod));
  app.get("/:id/return", find(sendBuyerBack));
  app.post("/:id/card", page(handleCard));
  app.post("/:id/cancel", page(handleCancel));
  app.post("/:id/3d", page(handleChallenge));
  app.post("/:id/method/:method", page(handleMethod));
  return app;
}

function showResult({ c, order }: Visit): PageResponse {
  return c.req.method === "GET"
    ? c.html(<OrderResultPage order={order} />)
    : c.redirect(orderPagePath(order), 303);
}

function showHandOver({ c, order, buyerCheckout }: Visit): PageResponse {
  if (!order.appScheme) return showNotFound(c);
  buyerCheckout.note(order, "opened", { page: "app" });
  return c.html(<OpenAppPage order={order} />);
}

function showChallenge(visit: Visit): PageResponse {
  const { c, order, buyerCheckout } = visit;
  if (order.step !== "challenge") return redirectToCurrentPage(visit);
  buyerCheckout.note(order, "opened", { page: "challenge" });
  return c.html(<ChallengePage order={order} />);
}

function showOrder(visit: Visit): PageResponse {
  const { c, order, buyerCheckout } = visit;
  if (order.step === "challenge" || order.namedMethod) return redirectToCurrentPage(visit);
  buyerCheckout.note(order, "opened", { page: checkoutPageName(order) });
  if (order.step === "methods") return c.html(<PaymentMethodListPage order={order} />);
  return renderCardForm(visit, { testCard: c.req.query("card") ?? "" });
}

/** Returns the name of the order's own page. */
function checkoutPageName({ step, merchant }: Order): BuyerPageName {
  if (step === "methods") return "methods";
  return merchant.variant === "link" ? "invoice" : "checkout";
}

function renderCardForm({ c, order }: Visit, entry: CardFormState): PageResponse {
  const Page = order.merchant.variant === "link" ? InvoicePage : CheckoutPage;
  return c.html(<Page order={order} entry={entry} />, entry.problems ? 400 : 200);
}

async function handleCard(visit: Visit): Promise<Response> {
  const { c, order, buyerCheckout } = visit;
  if (order.step !== "checkout") return redirectToCurrentPage(visit);
  const entered = readSubmittedCard(await readPostedForm(c));
  if ("problems" in entered) return renderCardForm(visit, { problems: entered.problems });
  buyerCheckout.note(order, "entered_card", { page: checkoutPageName(order) });
  await buyerCheckout.charge(order, entered.card, c.env.outgoing);
  // The buyer sees a decline or a 3D Secure page before returning to the shop.
  return order.state === "paid" ? sendBuyerBack(visit) : c.redirect(orderPagePath(order), 303);
}

async function handleCancel(visit: Visit): Promise<Response> {
  const { c, order, buyerCheckout } = visit;
  buyerCheckout.note(order, "cancelled", { page: checkoutPageName(order) });
  await buyerCheckout.resolve(order, c.env.outgoing, "the buyer cancelled");
  return sendBuyerBack(visit);
}

function handleChallenge(visit: Visit): PageResponse {
  if (visit.order.step !== "challenge") return redirectToCurrentPage(visit);
  return handleBuyerChoice(visit, { page: "challenge", failure: "3D verification was refused" });
}

function showMethod({ c, order, buyerCheckout }: Visit): PageResponse {
  const method = findAllowedMethod(c, order);
  if (!method) return showNotFound(c);
  buyerCheckout.note(order, "opened", { page: "method", method: method.id });
  return c.html(<ChosenPaymentMethodPage order={order} method={method} />);
}

function handleMethod(visit: Visit): PageResponse {
  const method = findAllowedMethod(visit.c, visit.order);
  if (!method) return showNotFound(visit.c);
  const failure = `${method.name} refused the payment`;
  return handleBuyerChoice(visit, { page: "method", method: method.id, failure });
}

/** A method that the shop named cannot be replaced. */
function findAllowedMethod(c: Visit["c"], order: Order) {
  const id = c.req.param("method") ?? "";
  if (order.step !== "methods" || (order.namedMethod && order.namedMethod !== id)) return undefined;
  return findPaymentMethod(id);
}

async function handleBuyerChoice(
  visit: Visit,
  { page, method, failure }: { page: BuyerPageName; method?: string; failure: string },
): Promise<Response> {
  const { c, order, buyerCheckout } = visit;
  const given = (await readPostedForm(c)).get("choice");
  const choice = buyerChoices.find((known) => known === given);
  if (!choice) return redirectToCurrentPage(visit);
  // Another request may have finished the order in the meantime.
  if (order.state === "pending") buyerCheckout.note(order, actionByChoice[choice], { page, method });
  if (choice !== "later")
    await buyerCheckout.resolve(order, c.env.outgoing, choice === "refuse" ? failure : undefined);
  return sendBuyerBack(visit);
}

const actionByChoice: Readonly<Record<BuyerChoice, BuyerPageAction>> = {
  approve: "approved",
  refuse: "refused",
  later: "left",
};

function sendBuyerBack({ c, order, buyerCheckout }: Visit): PageResponse {
  const way = buyerCheckout.sendBack(order);
  return way
    ? returnToShop(c, { way, words: findBuyerPageTexts(order) })
    : c.html(<OrderResultPage order={order} />);
}

function redirectToCurrentPage({ c, order }: Visit): Response {
  return c.redirect(currentPagePath(order), 303);
}

function showNotFound(c: Visit["c"]): PageResponse {
  return c.html(<NotFoundPage />, 404);
}
