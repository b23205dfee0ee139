import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { BuyerCheckout } from "../buyer-checkout.ts";
import type { Order } from "../orders/order.ts";
import type { PageAction, PageName } from "../orders/order-event.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { findPaymentMethod } from "../payment-methods.ts";
import { readPostedForm } from "../server/read-posted-form.ts";
import type { CardFormState } from "./card-form.tsx";
import { readCardInputs } from "./card-inputs.ts";
import { ChallengePage } from "./challenge.tsx";
import { CheckoutPage, InvoicePage } from "./checkout.tsx";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { OpenAppPage } from "./open-app-page.tsx";
import { currentPagePath, orderPagePath } from "./page-paths.ts";
import { PaymentMethodListPage, PaymentMethodPage } from "./payment-method-pages.tsx";
import { NotFoundPage, OrderResultPage } from "./result-pages.tsx";
import { returnToShop } from "./return-to-shop.tsx";
import { type Verdict, verdicts } from "./verdict.tsx";

type PageContext = Context<{ Bindings: HttpBindings }>;
type OrderPageHandler = (c: PageContext, order: Order) => Response | Promise<Response>;

/** Creates the pages of one order, at its secret address. A repeated POST has no second effect. */
export function createPaymentPages(book: OrderStore, till: BuyerCheckout): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  /** Finds the order. A finished order always displays its result. */
  const page = (show: OrderPageHandler) => (c: PageContext) => {
    const order = book.byPage(c.req.param("id") ?? "");
    if (!order) return c.html(<NotFoundPage />, 404);
    if (order.state !== "pending") return showResult(c, order);
    return show(c, order);
  };
  app.get(
    "/:id",
    page((c, order) => showOrder(c, order, till)),
  );
  app.get(
    "/:id/app",
    page((c, order) => showHandOver(c, order, till)),
  );
  app.get(
    "/:id/3d",
    page((c, order) => showChallenge(c, order, till)),
  );
  app.get(
    "/:id/method/:method",
    page((c, order) => showMethod(c, order, till)),
  );
  app.get("/:id/return", (c) => {
    const order = book.byPage(c.req.param("id"));
    return order ? sendBuyerBack(c, order, till) : showNotFound(c);
  });
  app.post(
    "/:id/card",
    page((c, order) => handleCard(c, order, till)),
  );
  app.post(
    "/:id/cancel",
    page((c, order) => handleCancel(c, order, till)),
  );
  app.post(
    "/:id/3d",
    page((c, order) => handleChallenge(c, order, till)),
  );
  app.post(
    "/:id/method/:method",
    page((c, order) => handleMethod(c, order, till)),
  );
  return app;
}

function showResult(c: PageContext, order: Order): Response | Promise<Response> {
  return c.req.method === "GET"
    ? c.html(<OrderResultPage order={order} />)
    : c.redirect(orderPagePath(order), 303);
}

function showHandOver(c: PageContext, order: Order, till: BuyerCheckout): Response | Promise<Response> {
  if (!order.appScheme) return showNotFound(c);
  till.note(order, "opened", { page: "app" });
  return c.html(<OpenAppPage order={order} />);
}

function showChallenge(c: PageContext, order: Order, till: BuyerCheckout): Response | Promise<Response> {
  if (order.step !== "challenge") return redirectToCurrentPage(c, order);
  till.note(order, "opened", { page: "challenge" });
  return c.html(<ChallengePage order={order} />);
}

function showOrder(c: PageContext, order: Order, till: BuyerCheckout): Response | Promise<Response> {
  if (order.step === "challenge" || order.namedMethod) return redirectToCurrentPage(c, order);
  till.note(order, "opened", { page: checkoutPageName(order) });
  if (order.step === "methods") return c.html(<PaymentMethodListPage order={order} />);
  return renderCardForm(c, order, { testCard: c.req.query("card") ?? "" });
}

/** Returns the name of the order's own page. */
function checkoutPageName({ step, merchant }: Order): PageName {
  if (step === "methods") return "methods";
  return merchant.variant === "link" ? "invoice" : "checkout";
}

function renderCardForm(c: PageContext, order: Order, entry: CardFormState) {
  const Page = order.merchant.variant === "link" ? InvoicePage : CheckoutPage;
  return c.html(<Page order={order} entry={entry} />, entry.problems ? 400 : 200);
}

async function handleCard(c: PageContext, order: Order, till: BuyerCheckout): Promise<Response> {
  if (order.step !== "checkout") return redirectToCurrentPage(c, order);
  const entered = readCardInputs(await readPostedForm(c));
  if ("problems" in entered) return renderCardForm(c, order, { problems: entered.problems });
  till.note(order, "entered_card", { page: checkoutPageName(order) });
  await till.charge(order, entered.card, c.env.outgoing);
  // The buyer sees a decline or a 3D Secure page before returning to the shop.
  return order.state === "paid" ? sendBuyerBack(c, order, till) : c.redirect(orderPagePath(order), 303);
}

async function handleCancel(c: PageContext, order: Order, till: BuyerCheckout): Promise<Response> {
  till.note(order, "cancelled", { page: checkoutPageName(order) });
  await till.settle(order, c.env.outgoing, "the buyer cancelled");
  return sendBuyerBack(c, order, till);
}

async function handleChallenge(c: PageContext, order: Order, till: BuyerCheckout): Promise<Response> {
  if (order.step !== "challenge") return redirectToCurrentPage(c, order);
  return handleVerdict(c, order, { till, page: "challenge", failure: "3D verification was refused" });
}

function showMethod(c: PageContext, order: Order, till: BuyerCheckout): Response | Promise<Response> {
  const method = findAllowedMethod(c, order);
  if (!method) return showNotFound(c);
  till.note(order, "opened", { page: "method", method: method.id });
  return c.html(<PaymentMethodPage order={order} method={method} />);
}

async function handleMethod(c: PageContext, order: Order, till: BuyerCheckout): Promise<Response> {
  const method = findAllowedMethod(c, order);
  if (!method) return showNotFound(c);
  return handleVerdict(c, order, {
    till,
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

async function handleVerdict(
  c: PageContext,
  order: Order,
  { till, page, method, failure }: { till: BuyerCheckout; page: PageName; method?: string; failure: string },
): Promise<Response> {
  const given = (await readPostedForm(c)).get("verdict");
  const verdict: Verdict | undefined = verdicts.find((known) => known === given);
  if (!verdict) return redirectToCurrentPage(c, order);
  // Another request may have finished the order in the meantime.
  if (order.state === "pending") till.note(order, actionByVerdict[verdict], { page, method });
  if (verdict === "approve") await till.settle(order, c.env.outgoing);
  if (verdict === "refuse") await till.settle(order, c.env.outgoing, failure);
  return sendBuyerBack(c, order, till);
}

const actionByVerdict: Readonly<Record<Verdict, PageAction>> = {
  approve: "approved",
  refuse: "refused",
  later: "left",
};

function sendBuyerBack(c: PageContext, order: Order, till: BuyerCheckout): Response | Promise<Response> {
  const way = till.sendBack(order);
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
