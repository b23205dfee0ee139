import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Book } from "../book/book.ts";
import type { Order } from "../book/order.ts";
import type { PageAct, PageName } from "../book/timeline.ts";
import { findMethod } from "../methods.ts";
import { readPostedForm } from "../server/read-posted-form.ts";
import type { Till } from "../till.ts";
import { backToShop } from "./back-to-shop.tsx";
import { readCardEntry } from "./card-entry.ts";
import type { CardEntry } from "./card-form.tsx";
import { ChallengePage } from "./challenge.tsx";
import { CheckoutPage, InvoicePage } from "./checkout.tsx";
import { FinishedPage, NotFoundPage } from "./finished.tsx";
import { HandOverPage } from "./hand-over.tsx";
import { wordsFor } from "./languages/languages.ts";
import { MethodListPage, MethodPage } from "./methods.tsx";
import { currentPath, orderPath } from "./paths.ts";
import { type Verdict, verdicts } from "./verdict.tsx";

type PageContext = Context<{ Bindings: HttpBindings }>;
type OrderPage = (c: PageContext, order: Order) => Response | Promise<Response>;

/** The pages of one order, under its unguessable address. Posting twice never does anything twice. */
export function paymentPages(book: Book, till: Till): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  /** Finds the order; a settled one shows its end whatever page was asked for. */
  const page = (show: OrderPage) => (c: PageContext) => {
    const order = book.byPage(c.req.param("id") ?? "");
    if (!order) return c.html(<NotFoundPage />, 404);
    if (order.state !== "pending") return finished(c, order);
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
    return order ? goBack(c, order, till) : notFound(c);
  });
  app.post(
    "/:id/card",
    page((c, order) => takeCard(c, order, till)),
  );
  app.post(
    "/:id/cancel",
    page((c, order) => cancel(c, order, till)),
  );
  app.post(
    "/:id/3d",
    page((c, order) => takeChallenge(c, order, till)),
  );
  app.post(
    "/:id/method/:method",
    page((c, order) => takeMethod(c, order, till)),
  );
  return app;
}

function finished(c: PageContext, order: Order): Response | Promise<Response> {
  return c.req.method === "GET" ? c.html(<FinishedPage order={order} />) : c.redirect(orderPath(order), 303);
}

function showHandOver(c: PageContext, order: Order, till: Till): Response | Promise<Response> {
  if (!order.appScheme) return notFound(c);
  till.note(order, "opened", { page: "app" });
  return c.html(<HandOverPage order={order} />);
}

function showChallenge(c: PageContext, order: Order, till: Till): Response | Promise<Response> {
  if (order.step !== "challenge") return onward(c, order);
  till.note(order, "opened", { page: "challenge" });
  return c.html(<ChallengePage order={order} />);
}

function showOrder(c: PageContext, order: Order, till: Till): Response | Promise<Response> {
  if (order.step === "challenge" || order.namedMethod) return onward(c, order);
  till.note(order, "opened", { page: listOrForm(order) });
  if (order.step === "methods") return c.html(<MethodListPage order={order} />);
  return cardForm(c, order, { testCard: c.req.query("card") ?? "" });
}

/** What the order's own page is. */
function listOrForm({ step, merchant }: Order): PageName {
  if (step === "methods") return "methods";
  return merchant.variant === "link" ? "invoice" : "checkout";
}

function cardForm(c: PageContext, order: Order, entry: CardEntry) {
  const Page = order.merchant.variant === "link" ? InvoicePage : CheckoutPage;
  return c.html(<Page order={order} entry={entry} />, entry.problems ? 400 : 200);
}

async function takeCard(c: PageContext, order: Order, till: Till): Promise<Response> {
  if (order.step !== "checkout") return onward(c, order);
  const entered = readCardEntry(await readPostedForm(c));
  if ("problems" in entered) return cardForm(c, order, { problems: entered.problems });
  till.note(order, "entered_card", { page: listOrForm(order) });
  await till.charge(order, entered.card, c.env.outgoing);
  // a decline and a 3D page are shown to the buyer before the shop takes over
  return order.state === "paid" ? goBack(c, order, till) : c.redirect(orderPath(order), 303);
}

async function cancel(c: PageContext, order: Order, till: Till): Promise<Response> {
  till.note(order, "cancelled", { page: listOrForm(order) });
  await till.settle(order, c.env.outgoing, "the buyer cancelled");
  return goBack(c, order, till);
}

async function takeChallenge(c: PageContext, order: Order, till: Till): Promise<Response> {
  if (order.step !== "challenge") return onward(c, order);
  return takeVerdict(c, order, { till, page: "challenge", failure: "3D verification was refused" });
}

function showMethod(c: PageContext, order: Order, till: Till): Response | Promise<Response> {
  const method = methodOf(c, order);
  if (!method) return notFound(c);
  till.note(order, "opened", { page: "method", method: method.id });
  return c.html(<MethodPage order={order} method={method} />);
}

async function takeMethod(c: PageContext, order: Order, till: Till): Promise<Response> {
  const method = methodOf(c, order);
  if (!method) return notFound(c);
  return takeVerdict(c, order, {
    till,
    page: "method",
    method: method.id,
    failure: `${method.name} refused the payment`,
  });
}

/** A method the shop named cannot be exchanged for another. */
function methodOf(c: PageContext, order: Order) {
  const id = c.req.param("method") ?? "";
  if (order.step !== "methods" || (order.namedMethod && order.namedMethod !== id)) return undefined;
  return findMethod(id);
}

async function takeVerdict(
  c: PageContext,
  order: Order,
  { till, page, method, failure }: { till: Till; page: PageName; method?: string; failure: string },
): Promise<Response> {
  const given = (await readPostedForm(c)).get("verdict");
  const verdict: Verdict | undefined = verdicts.find((known) => known === given);
  if (!verdict) return onward(c, order);
  // another post may have settled it while this one was read
  if (order.state === "pending") till.note(order, actOf[verdict], { page, method });
  if (verdict === "approve") await till.settle(order, c.env.outgoing);
  if (verdict === "refuse") await till.settle(order, c.env.outgoing, failure);
  return goBack(c, order, till);
}

const actOf: Readonly<Record<Verdict, PageAct>> = { approve: "approved", refuse: "refused", later: "left" };

function goBack(c: PageContext, order: Order, till: Till): Response | Promise<Response> {
  const way = till.sendBack(order);
  return way ? backToShop(c, { way, words: wordsFor(order) }) : c.html(<FinishedPage order={order} />);
}

function onward(c: PageContext, order: Order): Response {
  return c.redirect(currentPath(order), 303);
}

function notFound(c: PageContext): Response | Promise<Response> {
  return c.html(<NotFoundPage />, 404);
}
