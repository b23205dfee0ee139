import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPayIndexError, type PayIndexError, type Shop } from "@pay-index/express";
import { errorPage, notFoundPage, tooManyAttemptsPage } from "@pay-index-apps/demo/pages/message-pages";
import { orderStateTexts } from "@pay-index-apps/demo/pages/order-state-texts";
import { scriptFolders } from "@pay-index-apps/demo/pages/scripts";
import { createSecurityHeaders } from "@pay-index-apps/demo/pages/security-headers";
import { style } from "@pay-index-apps/demo/pages/style";
import { cartQuery, findCartConflict, readCart } from "./cart.ts";
import {
  type CheckoutFieldProblems,
  type CheckoutFormValues,
  offeredVariants,
  readCheckoutForm,
} from "./checkout-form.ts";
import { findOrderPlan, type Order, type Orders, toCart, toNewOrder } from "./orders/orders.ts";
import type { PageReply, PageRequest, PageRoute } from "./page-route.ts";
import { cardPage } from "./pages/card-page.ts";
import { cartPage } from "./pages/cart-page.ts";
import { checkoutPage } from "./pages/checkout-page.ts";
import { orderPage } from "./pages/order-page.ts";
import { productsPage } from "./pages/products-page.ts";
import { renderShopPage, type ShopPageView } from "./pages/shop-page.ts";
import type { PaymentSettings } from "./payments.ts";
import { toSale } from "./sale.ts";

/** The payments of any framework. */
export type Payments = Shop<unknown>;

/** Undefined: there is no such page. */
type Page = (request: PageRequest) => PageReply | undefined | Promise<PageReply | undefined>;

/** By method and path, in which `:order` is a parameter. */
type Pages = Readonly<Record<`${"GET" | "POST"} /${string}`, Page>>;

/** All pages, and the replies if there is none, and after an error. */
export interface Site {
  readonly routes: readonly PageRoute[];
  notFound(): PageReply;
  trouble(error: unknown): PageReply;
}

/** Creates the pages of the shop: products, cart, checkout, orders. */
export function createSite(orders: Orders, pay: Payments, settings: PaymentSettings): Site {
  const security = createSecurityHeaders(settings);
  const secured = (reply: PageReply) => ({ ...reply, headers: { ...security, ...reply.headers } });
  const notFound = () => secured(toPage({ title: "Not found", content: notFoundPage() }, 404));
  const pages = {
    ...productPages(orders),
    ...checkoutPages(orders, pay),
    ...orderPages(orders, pay),
    ...scripts(),
  };
  const routes = Object.entries(pages).map(([address, page]) => {
    const [method, path] = address.split(" ") as [PageRoute["method"], string];
    const answer = async (request: PageRequest) => {
      const reply = await page(request);
      return reply === undefined ? notFound() : secured(reply);
    };
    return { method, path, answer };
  });
  return { routes, notFound, trouble: (error) => secured(errorReply(error)) };
}

/** The largest form of a page, in bytes. */
export const formLimit = 16_384;

function toPage(page: ShopPageView, status = 200): PageReply {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body: renderShopPage(page) };
}

function toFile(type: "css" | "javascript", body: string): PageReply {
  return { status: 200, headers: { "content-type": `text/${type}; charset=utf-8` }, body };
}

function redirectTo(location: string): PageReply {
  return { status: 303, headers: { location }, body: "" };
}

function scripts(): Pages {
  const files = Object.entries(scriptFolders).flatMap(([path, folder]) =>
    readdirSync(folder).map((name) => [`GET ${path}/${name}`, join(folder, name)] as const),
  );
  const isScript = ([path]: readonly [string, string]) => path.endsWith(".js");
  const toRoute = ([path, file]: readonly [string, string]) =>
    [path, async () => toFile("javascript", await readFile(file, "utf8"))] as const;
  return Object.fromEntries(files.filter(isScript).map(toRoute));
}

function productPages(orders: Orders): Pages {
  return {
    "GET /style.css": () => toFile("css", style),
    "GET /": ({ query }) => {
      const cart = readCart(query);
      return toPage({ title: "Products", content: productsPage(cart), cart });
    },
    "GET /cart": ({ query }) => {
      const cart = readCart(query);
      // A reload of the page must not add the product again.
      if (Object(query).add !== undefined) return redirectTo(`/cart?${cartQuery(cart)}`);
      return toPage({ title: "Cart", content: cartPage(cart), cart });
    },
    "POST /orders": async ({ form }) => {
      const cart = readCart(form);
      if (cart.length === 0) return redirectTo("/cart");
      if (findCartConflict(cart)) return toPage({ title: "Cart", content: cartPage(cart), cart }, 422);
      const order = toNewOrder(cart);
      await orders.add(order);
      return redirectTo(`/checkout/${order.id}`);
    },
  };
}

function checkoutPages(orders: Orders, pay: Payments): Pages {
  const show = (order: Order, again: CheckoutRetry = {}) => {
    const { typed = { ...order.checkout }, problems = {} } = again;
    const content = checkoutPage({ order, typed, problems });
    const cart = toCart(order);
    return toPage({ title: "Checkout", content, cart }, again.problems === undefined ? 200 : 422);
  };
  return {
    "GET /checkout/:order": async ({ order: id = "" }) => {
      const order = await orders.find(id);
      return order?.paid ? redirectTo(`/orders/${order.id}`) : order && show(order);
    },
    "POST /checkout/:order": async (request) => {
      const order = await orders.find(request.order ?? "");
      if (order === undefined) return undefined;
      if (order.paid) return redirectTo(`/orders/${order.id}`);
      const onPlan = findOrderPlan(order) !== undefined;
      const entry = readCheckoutForm(request.form, offeredVariants({ onPlan }));
      if ("problems" in entry) return show(order, entry);
      const { checkout } = entry;
      await orders.saveCheckout(order.id, checkout);
      try {
        return await startOrOpenPayment({ order, checkout, pay }, request);
      } catch (error) {
        if (!isPayIndexError(error, "sale_invalid")) throw error;
        const problems = error.problems.map(({ path, message }) => [
          formFieldOf(path),
          `${formFieldOf(path)} ${message}.`,
        ]);
        return show(order, { typed: { ...checkout }, problems: Object.fromEntries(problems) });
      }
    },
  };
}

interface CheckoutRetry {
  readonly typed?: Readonly<Record<string, string>>;
  readonly problems?: CheckoutFieldProblems;
}

/** `buyer.phone` is the form's field `phone`. */
function formFieldOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function orderPages(orders: Orders, pay: Payments): Pages {
  return {
    "GET /orders/:order": async ({ order: id = "" }) => {
      const order = await orders.find(id);
      if (order === undefined) return undefined;
      const status = await pay.status({ reference: order.id });
      // Read again: the order may have been marked in the meantime.
      const now = (await orders.find(order.id)) ?? order;
      const content = orderPage({ order: now, status, renewals: await orders.renewalsOf(order.id) });
      return toPage({ ...orderStateTexts[order.renews === undefined ? status.state : "paid"], content });
    },
    "GET /orders/:order/card": async ({ order: id = "" }) => {
      const order = await orders.find(id);
      if (order?.checkout === undefined || toSale(order, order.checkout) !== undefined) return undefined;
      if (order.paid) return redirectTo(`/orders/${order.id}`);
      const content = cardPage({ order, ...(await pay.cardForm({ reference: order.id })) });
      return toPage({ title: "Your card", content, cart: toCart(order) });
    },
    "POST /orders/:order/pay": async (request) => {
      const order = await orders.find(request.order ?? "");
      if (order === undefined) return undefined;
      const { checkout } = order;
      if (checkout === undefined) return redirectTo(`/checkout/${order.id}`);
      return startOrOpenPayment({ order, checkout, pay }, request);
    },
  };
}

interface PaymentRequest {
  readonly order: Order;
  readonly checkout: CheckoutFormValues;
  readonly pay: Payments;
}

/**
 * Redirects the buyer to the payment, or to its result. A second click leads to the same place. With scripts, the page opens the payment
 * itself and reads the result.
 */
async function startOrOpenPayment(
  { order, checkout, pay }: PaymentRequest,
  { accept = "", request }: PageRequest,
): Promise<PageReply> {
  const sale = toSale(order, checkout);
  if (order.paid) return redirectTo(`/orders/${order.id}`);
  if (sale === undefined) return redirectTo(`/orders/${order.id}/card`);
  const { url, attemptId, statusUrl } = await pay.start({ ...sale, request });
  if (!accept.startsWith("application/json")) return redirectTo(url);
  const body = JSON.stringify({ url, attemptId, statusUrl });
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

/** The reply after an error. Does not display it: it can contain what the buyer entered. */
function errorReply(error: unknown): PageReply {
  const { name, status, statusCode = status } = Object(error);
  console.error(`trouble: ${isPayIndexError(error) ? error.code : name}`);
  if (isPayIndexError(error, "too_many_attempts")) return tooManyReply(error);
  const isRefusal = statusCode >= 400 && statusCode < 500;
  return toPage({ title: "Trouble", content: errorPage() }, isRefusal ? statusCode : 500);
}

function tooManyReply({ retryAt }: PayIndexError): PageReply {
  const seconds = retryAt === undefined ? 3600 : Math.ceil((Date.parse(retryAt) - Date.now()) / 1000);
  const content = tooManyAttemptsPage(Math.max(1, Math.ceil(seconds / 60)));
  const { headers, ...page } = toPage({ title: "Please wait", content }, 429);
  return { ...page, headers: { ...headers, "retry-after": String(Math.max(1, seconds)) } };
}
