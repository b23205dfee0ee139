import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Book } from "../book/book.ts";
import type { DeliveryWatch } from "../book/delivery-watch.ts";
import type { Failure } from "../control/contract.ts";
import { controlApi } from "../control/control-api.ts";
import type { Desk } from "../control/desk.ts";
import type { EventHub } from "../events/event-hub.ts";
import { inspectorPages } from "../inspector/inspector-pages.tsx";
import { NotFoundPage } from "../pages/finished.tsx";
import { currentPath } from "../pages/paths.ts";
import { paymentPages } from "../pages/payment-pages.tsx";
import { style } from "../pages/style.ts";
import type { SaleDesk } from "../sale-desk/sale-desk.ts";
import { saleRoute } from "../sale-desk/sale-route.ts";
import type { Till } from "../till.ts";
import { buyerFormGuard, deskGuard, type OwnHosts } from "./guard.ts";
import { deskHeaders, safeHeaders } from "./headers.ts";

export interface AppParts {
  readonly book: Book;
  readonly till: Till;
  readonly saleDesk: SaleDesk;
  /** What the control API and the inspector may do. */
  readonly desk: Desk;
  readonly watch: DeliveryWatch;
  readonly events: EventHub;
  readonly ownHosts: OwnHosts;
  readonly url: () => string;
  readonly log: (line: string) => void;
}

/** All routes of the gateway. */
export function sandboxApp(parts: AppParts) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(safeHeaders);
  app.onError((error, c) => {
    parts.log(`${c.req.method} ${new URL(c.req.url).pathname} failed: ${error.message}`);
    const says = "the sandbox failed; its log says more";
    if (c.req.path.startsWith("/_sandbox/")) {
      return c.json({ code: "failed", error: says } satisfies Failure, 500);
    }
    return c.json({ status: "error", msg: says }, 500);
  });
  app.notFound((c) => c.html(<NotFoundPage />, 404));
  app.get("/style.css", (c) => c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/favicon.ico", (c) => c.body(null, 204));
  app.route("/pay_index", saleRoute(parts));
  app.use("/pay/*", buyerFormGuard);
  app.route("/pay", paymentPages(parts.book, parts.till));
  app.use("/_sandbox/*", deskGuard(parts.ownHosts));
  app.route("/_sandbox", controlApi(parts));
  app.use(deskGuard(parts.ownHosts), deskHeaders);
  app.route("/", inspectorPages({ desk: parts.desk, url: parts.url, buyerPage: buyerPageOf(parts.book) }));
  return app;
}

function buyerPageOf(book: Book) {
  return (orderNumber: string, merchantId: string): string | undefined => {
    const order = book.find(orderNumber, merchantId);
    return order && currentPath(order);
  };
}
