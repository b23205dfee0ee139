import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { BuyerCheckout } from "./buyer-checkout.ts";
import { createControlApi } from "./control/control-api.ts";
import type { EventBroadcaster } from "./control/event-broadcaster.ts";
import type { SandboxControl } from "./control/sandbox-control.ts";
import type { ErrorBody } from "./errors.ts";
import { createInspectorRoutes } from "./inspector/inspector-routes.tsx";
import type { DeliveryWatch } from "./orders/delivery-watch.ts";
import type { OrderStore } from "./orders/order-store.ts";
import { currentPagePath } from "./pages/page-paths.ts";
import { createPaymentPages } from "./pages/payment-pages.tsx";
import { NotFoundPage } from "./pages/result-pages.tsx";
import { paymentPageStylesheet } from "./pages/stylesheet.ts";
import type { SaleEndpoint } from "./sale-endpoint/sale-endpoint.ts";
import { createSaleRoute } from "./sale-endpoint/sale-route.ts";
import { type AllowedHosts, buyerFormGuard, controlGuard } from "./server/request-guards.ts";
import { inspectorHeaders, securityHeaders } from "./server/security-headers.ts";

export interface SandboxAppDependencies {
  readonly book: OrderStore;
  readonly till: BuyerCheckout;
  readonly saleDesk: SaleEndpoint;
  /** The functions of the control API and the inspector. */
  readonly desk: SandboxControl;
  readonly watch: DeliveryWatch;
  readonly events: EventBroadcaster;
  readonly ownHosts: AllowedHosts;
  readonly url: () => string;
  readonly log: (line: string) => void;
}

/** Creates all routes of the gateway. */
export function createSandboxApp(parts: SandboxAppDependencies) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(securityHeaders);
  app.onError((error, c) => {
    parts.log(`${c.req.method} ${new URL(c.req.url).pathname} failed: ${error.message}`);
    const says = "the sandbox failed; its log says more";
    if (c.req.path.startsWith("/_sandbox/")) {
      return c.json({ code: "failed", error: says } satisfies ErrorBody, 500);
    }
    return c.json({ status: "error", msg: says }, 500);
  });
  app.notFound((c) => c.html(<NotFoundPage />, 404));
  app.get("/style.css", (c) =>
    c.body(paymentPageStylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  app.get("/favicon.ico", (c) => c.body(null, 204));
  app.route("/pay_index", createSaleRoute(parts));
  app.use("/pay/*", buyerFormGuard);
  app.route("/pay", createPaymentPages(parts.book, parts.till));
  app.use("/_sandbox/*", controlGuard(parts.ownHosts));
  app.route("/_sandbox", createControlApi(parts));
  app.use(controlGuard(parts.ownHosts), inspectorHeaders);
  app.route(
    "/",
    createInspectorRoutes({ desk: parts.desk, url: parts.url, buyerPage: createBuyerPageLookup(parts.book) }),
  );
  return app;
}

function createBuyerPageLookup(book: OrderStore) {
  return (orderId: string, merchantId: string): string | undefined => {
    const order = book.find(orderId, merchantId);
    return order && currentPagePath(order);
  };
}
