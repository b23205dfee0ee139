import { isPayIndexError, type PayIndexError } from "@pay-index/express";
import { errorPage, notFoundPage, tooManyAttemptsPage } from "@pay-index-apps/demo/pages/message-pages";
import { orderStateTexts } from "@pay-index-apps/demo/pages/order-state-texts";
import { scriptFolders } from "@pay-index-apps/demo/pages/scripts";
import { createSecurityHeaders } from "@pay-index-apps/demo/pages/security-headers";
import { style } from "@pay-index-apps/demo/pages/style";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { cartQuery, findCartConflict, readCart } from "./cart.ts";
import {
  type CheckoutFieldProblems,
  type CheckoutFormValues,
  offeredVariants,
  readCheckoutForm,
} from "./checkout-form.ts";
import { findOrderPlan, type Order, type Orders, toCart, toNewOrder } from "./orders/orders.ts";
import { cardPage } from "./pages/card-page.ts";
import { cartPage } from "./pages/cart-page.ts";
import { checkoutPage } from "./pages/checkout-page.ts";
import { orderPage } from "./pages/order-page.ts";
import { productsPage } from "./pages/products-page.ts";
import { renderShopPage, type ShopPageView } from "./pages/shop-page.ts";
import { openShopServices, type PaymentSettings, type ShopServices } from "./payments.ts";
import { toSale } from "./sale.ts";
import { askForStaffPassword } from "./staff.ts";

export interface Shop {
  readonly app: Express;
  close(): Promise<void>;
}

/** Creates the whole shop: products, cart, checkout, orders, and the payments under /pay. */
export async function createShop(settings: PaymentSettings): Promise<Shop> {
  const { orders, pay } = await openShopServices(settings);
  const app = express();
  app.disable("x-powered-by");
  app.use("/pay", pay.router);
  const { staffPassword } = settings;
  if (staffPassword !== undefined) app.use("/staff", askForStaffPassword(staffPassword), pay.staff());
  app.use((_request, response, next) => {
    response.set(createSecurityHeaders(settings));
    next();
  });
  for (const [at, folder] of Object.entries(scriptFolders)) app.use(at, express.static(folder));
  addProducts(app, orders);
  addCheckout(app, orders, pay);
  addOrders(app, orders, pay);
  app.use((_request, response) => sendPage(response, { title: "Not found", content: notFoundPage() }, 404));
  app.use(sendErrorPage);
  const close = async () => {
    await pay.close();
    await orders.close();
  };
  return { app, close };
}

type Payments = ShopServices["pay"];
type StartedPayment = Awaited<ReturnType<Payments["start"]>>;

const parseForm = express.urlencoded({ extended: false, limit: "16kb" });

function sendPage(response: Response, page: ShopPageView, status = 200): void {
  response.status(status).type("html").send(renderShopPage(page));
}

function addProducts(app: Express, orders: Orders): void {
  app.get("/style.css", (_request, response) => void response.type("css").send(style));
  app.get("/", ({ query }, response) => {
    const cart = readCart(query);
    sendPage(response, { title: "Products", content: productsPage(cart), cart });
  });
  app.get("/cart", ({ query }, response) => {
    const cart = readCart(query);
    // A reload of the page must not add the product again.
    if (query.add !== undefined) return response.redirect(303, `/cart?${cartQuery(cart)}`);
    sendPage(response, { title: "Cart", content: cartPage(cart), cart });
  });
  app.post("/orders", parseForm, async ({ body }, response) => {
    const cart = readCart(body);
    if (cart.length === 0) return response.redirect(303, "/cart");
    if (findCartConflict(cart))
      return sendPage(response, { title: "Cart", content: cartPage(cart), cart }, 422);
    const order = toNewOrder(cart);
    await orders.add(order);
    response.redirect(303, `/checkout/${order.id}`);
  });
}

function addCheckout(app: Express, orders: Orders, pay: Payments): void {
  const show = (response: Response, order: Order, again: CheckoutRetry = {}) => {
    const { typed = { ...order.checkout }, problems = {} } = again;
    const content = checkoutPage({ order, typed, problems });
    const cart = toCart(order);
    sendPage(response, { title: "Checkout", content, cart }, again.problems === undefined ? 200 : 422);
  };
  app.get("/checkout/:order", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    if (order.paid) return response.redirect(303, `/orders/${order.id}`);
    show(response, order);
  });
  app.post("/checkout/:order", parseForm, async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    if (order.paid) return response.redirect(303, `/orders/${order.id}`);
    const entry = readCheckoutForm(
      request.body,
      offeredVariants({ onPlan: findOrderPlan(order) !== undefined }),
    );
    if ("problems" in entry) return show(response, order, entry);
    await orders.saveCheckout(order.id, entry.checkout);
    try {
      await startOrOpenPayment({ order, checkout: entry.checkout, pay }, request, response);
    } catch (error) {
      if (!isPayIndexError(error, "sale_invalid")) throw error;
      const problems = error.problems.map(({ path, message }) => [
        formFieldOf(path),
        `${formFieldOf(path)} ${message}.`,
      ]);
      show(response, order, { typed: { ...entry.checkout }, problems: Object.fromEntries(problems) });
    }
  });
}

interface CheckoutRetry {
  readonly typed?: Readonly<Record<string, string>>;
  readonly problems?: CheckoutFieldProblems;
}

/** `buyer.phone` is the form's field `phone`. */
function formFieldOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function addOrders(app: Express, orders: Orders, pay: Payments): void {
  app.get("/orders/:order", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    const status = await pay.status({ reference: order.id });
    // Read again: the order may have been marked in the meantime.
    const now = (await orders.find(order.id)) ?? order;
    const content = orderPage({ order: now, status, renewals: await orders.renewalsOf(order.id) });
    sendPage(response, { ...orderStateTexts[order.renews === undefined ? status.state : "paid"], content });
  });
  app.get("/orders/:order/card", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order?.checkout === undefined || toSale(order, order.checkout) !== undefined) return next();
    if (order.paid) return response.redirect(303, `/orders/${order.id}`);
    const content = cardPage({ order, ...(await pay.cardForm({ reference: order.id })) });
    sendPage(response, { title: "Your card", content, cart: toCart(order) });
  });
  app.post("/orders/:order/pay", async (request, response, next) => {
    const order = await orders.find(request.params.order);
    if (order === undefined) return next();
    const { checkout } = order;
    if (checkout === undefined) return response.redirect(303, `/checkout/${order.id}`);
    await startOrOpenPayment({ order, checkout, pay }, request, response);
  });
}

interface PaymentRequest {
  readonly order: Order;
  readonly checkout: CheckoutFormValues;
  readonly pay: Payments;
}

/** Redirects the buyer to the payment, or to its result. A second click leads to the same place. */
async function startOrOpenPayment(
  { order, checkout, pay }: PaymentRequest,
  request: Request,
  response: Response,
): Promise<void> {
  const sale = toSale(order, checkout);
  if (order.paid) response.redirect(303, `/orders/${order.id}`);
  else if (sale === undefined) response.redirect(303, `/orders/${order.id}/card`);
  else sendStartedPayment(request, response, await pay.start({ ...sale, request }));
}

/** Redirects a browser without scripts. With scripts, the page opens the payment itself and reads the result. */
function sendStartedPayment(
  request: Request,
  response: Response,
  { url, attemptId, statusUrl }: StartedPayment,
): void {
  if (request.accepts(["html", "json"]) === "json") response.json({ url, attemptId, statusUrl });
  else response.redirect(303, url);
}

/**
 * Does not display the error, which can contain what the buyer entered. Express recognizes it by its four arguments.
 */
// biome-ignore lint/complexity/useMaxParams: Express tells an error handler by them
function sendErrorPage(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const status = Number(Object(error).status);
  console.error(`trouble: ${isPayIndexError(error) ? error.code : Object(error).name}`);
  if (isPayIndexError(error, "too_many_attempts")) answerTooMany(response, error);
  else
    sendPage(
      response,
      { title: "Trouble", content: errorPage() },
      status >= 400 && status < 500 ? status : 500,
    );
}

function answerTooMany(response: Response, { retryAt }: PayIndexError): void {
  const seconds = retryAt === undefined ? 3600 : Math.ceil((Date.parse(retryAt) - Date.now()) / 1000);
  response.set("retry-after", String(Math.max(1, seconds)));
  const content = tooManyAttemptsPage(Math.max(1, Math.ceil(seconds / 60)));
  sendPage(response, { title: "Please wait", content }, 429);
}
