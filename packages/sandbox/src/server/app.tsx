import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Book } from "../book/book.ts";
import { controlApi } from "../control/control-api.ts";
import { NotFoundPage } from "../pages/finished.tsx";
import { paymentPages } from "../pages/payment-pages.tsx";
import { StartPage } from "../pages/start.tsx";
import { style } from "../pages/style.ts";
import type { SaleDesk } from "../sale-desk/sale-desk.ts";
import type { Till } from "../till.ts";
import { deskGuard } from "./guard.ts";
import { safeHeaders } from "./headers.ts";
import { readBody } from "./read-body.ts";

export interface AppParts {
  readonly book: Book;
  readonly till: Till;
  readonly desk: SaleDesk;
  readonly host: string;
  readonly url: () => string;
  readonly log: (line: string) => void;
}

const maxSaleBytes = 256 * 1024;
const recentOrders = 25;

/** All routes of the gateway. */
export function sandboxApp(parts: AppParts) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(safeHeaders);
  app.onError((error, c) => {
    parts.log(`${c.req.method} ${new URL(c.req.url).pathname} failed: ${error.message}`);
    return c.json({ status: "error", msg: "the sandbox failed; its log says more" }, 500);
  });
  app.notFound((c) => c.html(<NotFoundPage />, 404));
  app.get("/style.css", (c) => c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/favicon.ico", (c) => c.body(null, 204));
  addSaleDesk(app, parts.desk);
  app.route("/pay", paymentPages(parts.book, parts.till));
  app.use("/_sandbox/*", deskGuard(parts.host));
  app.route("/_sandbox", controlApi(parts.book));
  app.get("/", deskGuard(parts.host), (c) => {
    const status = c.req.query("paymentStatus");
    const returned = status ? { status, orderNumber: c.req.query("orderID") ?? "" } : undefined;
    const all = parts.book.all();
    const orders = all.slice(-recentOrders).reverse();
    return c.html(<StartPage url={parts.url()} orders={orders} total={all.length} returned={returned} />);
  });
  return app;
}

function addSaleDesk(app: Hono<{ Bindings: HttpBindings }>, desk: SaleDesk): void {
  const refuse = (msg: string) => ({ status: "error", msg });
  app.post("/pay_index", async (c) => {
    const body = await readBody(c.env.incoming, maxSaleBytes);
    if (!body) {
      c.header("Connection", "close");
      return c.json(refuse("the request is too large (REQ-ENCODING)"));
    }
    const contentType = c.req.header("content-type");
    return c.json(await desk.submit({ contentType, body, response: c.env.outgoing }));
  });
  app.all("/pay_index", (c) => c.json(refuse("sales are sent by POST (REQ-URL)"), 405, { Allow: "POST" }));
}
