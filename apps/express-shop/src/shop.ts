import { isPayIndexError, type PayIndexError } from "@pay-index/core";
import { notFoundPage, tooManyAttemptsPage, troublePage } from "@pay-index-apps/demo/look/message";
import { orderWords } from "@pay-index-apps/demo/look/order-words";
import { safeHeaders } from "@pay-index-apps/demo/look/safe-headers";
import { scriptFolders } from "@pay-index-apps/demo/look/scripts";
import { style } from "@pay-index-apps/demo/look/style";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { cartQuery, readCart, whyNotTogether } from "./cart.ts";
import { type Checkout, type Problems, readCheckout, waysToPay } from "./checkout.ts";
import { cartOf, newOrder, type Order, type Orders, planOf } from "./orders/orders.ts";
import { cardPage } from "./pages/card.ts";
import { cartPage } from "./pages/cart.ts";
import { checkoutPage } from "./pages/checkout.ts";
import { type Frame, frame } from "./pages/frame.ts";
import { orderPage } from "./pages/order.ts";
import { productsPage } from "./pages/products.ts";
import { type Books, openBooks, type PaymentSettings } from "./payments.ts";
import { saleOf } from "./sale.ts";

export interface Shop {
  readonly app: Express;
  close(): Promise<void>;
}

/** The whole shop: products, a cart, a checkout, orders, and the payments under /pay. */
export async function createShop(settings: PaymentSettings): Promise<Shop> {
  const { orders, pay } = await openBooks(settings);
  const app = express();
  app.disable("x-powered-by");
  app.use("/pay", pay.router);
  app.use((_request, response, next) => {
    response.set(safeHeaders(settings));
    next();
  });
  for (const [at, folder] of Object.entries(scriptFolders)) app.use(at, express.static(folder));
  addProducts(app, orders);
  addCheckout(app, orders, pay);
  addOrders(app, orders, pay);
  app.use((_request, response) => send(response, { title: "Not found", content: notFoundPage() }, 404));
  app.use(onTrouble);
  const close = async () => {
    await pay.close();
    await orders.close();
  };
  return { app, close };
}

type Payments = Books["pay"];
type Started = Awaited<ReturnType<Payments["start"]>>;

const form = express.urlencoded({ extended: false, limit: "16kb" });

function send(response: Response, page: Frame, status = 200): void {
  response.status(status).type("html").send(frame(page));
}

function addProducts(app: Express, orders: Orders): void {
  app.get("/style.css", (_request, response) => void response.type("css").send(style));
  app.get("/", ({ query }, response) => {
    const cart = readCart(query);
    send(response, { title: "Products", content: productsPage(cart), cart });
  });
  app.get("/cart", ({ query }, response) => {
    const cart = readCart(query);
    // A reload of the page must not add the product once more.
    if (query.add !== undefined) return response.redirect(303, `/cart?${cartQuery(cart)}`);
    send(response, { title: "Cart", content: cartPage(cart), cart });
  });
  app.post("/orders", form, async ({ body }, response) => {
    const cart = readCart(body);
    if (cart.length === 0) return response.redirect(303, "/cart");
    if (whyNotTogether(cart)) return send(response, { title: "Cart", content: cartPage(cart), cart }, 422);
    const order = newOrder(cart);
    await orders.add(order);
    response.redirect(303, `/checkout/${order.id}`);
  });
}

function addCheckout(app: Express, orders: Orders, pay: Payments): void {
  const show = (response: Response, order: Order, again: CheckoutAgain = {}) => {
    const { typed = { ...order.checkout }, problems = {} } = again;
    const content = checkoutPage({ order, typed, problems });
    const cart = cartOf(order);
    send(response, { title: "Checkout", content, cart }, again.problems === undefined ? 200 : 422);
  };
  app.get("/checkout/:order", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    if (order.paid) return response.redirect(303, `/orders/${order.id}`);
    show(response, order);
  });
  app.post("/checkout/:order", form, async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    if (order.paid) return response.redirect(303, `/orders/${order.id}`);
    const entry = readCheckout(request.body, waysToPay({ onPlan: planOf(order) !== undefined }));
    if ("problems" in entry) return show(response, order, entry);
    await orders.saveCheckout(order.id, entry.checkout);
    try {
      await goAndPay({ order, checkout: entry.checkout, pay }, request, response);
    } catch (error) {
      if (!isPayIndexError(error, "sale_invalid")) throw error;
      const problems = error.problems.map(({ path, message }) => [
        fieldOf(path),
        `${fieldOf(path)} ${message}.`,
      ]);
      show(response, order, { typed: { ...entry.checkout }, problems: Object.fromEntries(problems) });
    }
  });
}

interface CheckoutAgain {
  readonly typed?: Readonly<Record<string, string>>;
  readonly problems?: Problems;
}

/** `buyer.phone` is the form's field `phone`. */
function fieldOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function addOrders(app: Express, orders: Orders, pay: Payments): void {
  app.get("/orders/:order", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    const status = await pay.status({ reference: order.id });
    // Read again: the order may have been marked while the payment was looked up.
    const now = (await orders.find(order.id)) ?? order;
    const content = orderPage({ order: now, status, renewals: await orders.renewalsOf(order.id) });
    send(response, { ...orderWords[order.renews === undefined ? status.state : "paid"], content });
  });
  app.get("/orders/:order/card", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order?.checkout === undefined || saleOf(order, order.checkout) !== undefined) return next();
    if (order.paid) return response.redirect(303, `/orders/${order.id}`);
    const action = `/pay/card/${order.id}`;
    const content = cardPage({ order, action, formToken: await pay.formToken(order.id) });
    send(response, { title: "Your card", content, cart: cartOf(order) });
  });
  app.post("/orders/:order/pay", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    const { checkout } = order;
    if (checkout === undefined) return response.redirect(303, `/checkout/${order.id}`);
    await goAndPay({ order, checkout, pay }, request, response);
  });
}

interface Paying {
  readonly order: Order;
  readonly checkout: Checkout;
  readonly pay: Payments;
}

/** Sends the buyer to where this order is paid, or to what became of it. A second click ends up at the same place. */
async function goAndPay(
  { order, checkout, pay }: Paying,
  request: Request,
  response: Response,
): Promise<void> {
  const sale = saleOf(order, checkout);
  if (order.paid) response.redirect(303, `/orders/${order.id}`);
  else if (sale === undefined) response.redirect(303, `/orders/${order.id}/card`);
  else answerStarted(request, response, await pay.start({ ...sale, request }));
}

/** A browser without scripts is sent on. With them the page opens the payment itself, and asks how it ended. */
function answerStarted(
  request: Request,
  response: Response,
  { next, orderNumber, statusUrl }: Started,
): void {
  if (request.accepts(["html", "json"]) === "json") response.json({ url: next, orderNumber, statusUrl });
  else response.redirect(303, next);
}

/** Says nothing of the cause: an error may quote what a buyer typed. Express knows this by its four arguments. */
// biome-ignore lint/complexity/useMaxParams: Express tells an error handler by them
function onTrouble(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const status = Number(Object(error).status);
  console.error(`trouble: ${isPayIndexError(error) ? error.code : Object(error).name}`);
  if (isPayIndexError(error, "too_many_attempts")) answerTooMany(response, error);
  else
    send(
      response,
      { title: "Trouble", content: troublePage() },
      status >= 400 && status < 500 ? status : 500,
    );
}

function answerTooMany(response: Response, { retryAt }: PayIndexError): void {
  const seconds = retryAt === undefined ? 3600 : Math.ceil((Date.parse(retryAt) - Date.now()) / 1000);
  response.set("retry-after", String(Math.max(1, seconds)));
  const content = tooManyAttemptsPage(Math.max(1, Math.ceil(seconds / 60)));
  send(response, { title: "Please wait", content }, 429);
}
