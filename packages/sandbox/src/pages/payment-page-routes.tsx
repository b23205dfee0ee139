import { Hono } from "hono";
import { announce, chargeOrder, notePage, resolveByBuyer, sendBuyerBack } from "../buyer-checkout.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Order } from "../orders/order.ts";
import type { BuyerPageAction, BuyerPageName } from "../orders/order-event.ts";
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
  readonly core: GatewayCore;
}

type PageResponse = Response | Promise<Response>;

/** Creates the pages of one order, at its secret address. A repeated POST has no second effect. */
export function createPaymentPageRoutes(core: GatewayCore) {
  const app: App = new Hono();
  const find = (answer: (visit: Visit) => PageResponse) => (c: Visit["c"]) => {
    const order = core.orderStore.byPage(c.req.param("id") ?? "");
    return order ? answer({ c, order, core }) : showNotFound(c);
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
  app.get("/:id/return", find(redirectToShop));
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

function showHandOver({ c, order, core }: Visit): PageResponse {
  if (!order.appScheme) return showNotFound(c);
  notePage(order, { act: "opened", page: "app" }, core);
  return c.html(<OpenAppPage order={order} />);
}

function showChallenge(visit: Visit): PageResponse {
  const { c, order, core } = visit;
  if (order.step !== "challenge") return redirectToCurrentPage(visit);
  notePage(order, { act: "opened", page: "challenge" }, core);
  return c.html(<ChallengePage order={order} />);
}

function showOrder(visit: Visit): PageResponse {
  const { c, order, core } = visit;
  if (order.step === "challenge" || order.namedMethod) return redirectToCurrentPage(visit);
  notePage(order, { act: "opened", page: checkoutPageName(order) }, core);
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
  const { c, order, core } = visit;
  if (order.step !== "checkout") return redirectToCurrentPage(visit);
  const entered = readSubmittedCard(await readPostedForm(c));
  if ("problems" in entered) return renderCardForm(visit, { problems: entered.problems });
  notePage(order, { act: "entered_card", page: checkoutPageName(order) }, core);
  const message = chargeOrder(order, entered.card, core);
  await announce(order, { message, response: c.env.outgoing }, core);
  // The buyer sees a decline or a 3D Secure page before returning to the shop.
  return order.state === "paid" ? redirectToShop(visit) : c.redirect(orderPagePath(order), 303);
}

async function handleCancel(visit: Visit): Promise<Response> {
  const { c, order, core } = visit;
  notePage(order, { act: "cancelled", page: checkoutPageName(order) }, core);
  await resolveByBuyer(order, { response: c.env.outgoing, failure: "the buyer cancelled" }, core);
  return redirectToShop(visit);
}

function handleChallenge(visit: Visit): PageResponse {
  if (visit.order.step !== "challenge") return redirectToCurrentPage(visit);
  return handleBuyerChoice(visit, { page: "challenge", failure: "3D verification was refused" });
}

function showMethod({ c, order, core }: Visit): PageResponse {
  const method = findAllowedMethod(c, order);
  if (!method) return showNotFound(c);
  notePage(order, { act: "opened", page: "method", method: method.id }, core);
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
  const { c, order, core } = visit;
  const given = (await readPostedForm(c)).get("choice");
  const choice = buyerChoices.find((known) => known === given);
  if (!choice) return redirectToCurrentPage(visit);
  // Another request may have finished the order in the meantime.
  if (order.state === "pending") notePage(order, { act: actionByChoice[choice], page, method }, core);
  const reason = choice === "refuse" ? { failure } : {};
  if (choice !== "later") await resolveByBuyer(order, { response: c.env.outgoing, ...reason }, core);
  return redirectToShop(visit);
}

const actionByChoice: Readonly<Record<BuyerChoice, BuyerPageAction>> = {
  approve: "approved",
  refuse: "refused",
  later: "left",
};

function redirectToShop({ c, order, core }: Visit): PageResponse {
  const way = sendBuyerBack(order, core);
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
