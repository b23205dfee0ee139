import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { createClockAndQuirksRoutes } from "./clock/clock-and-quirks-routes.tsx";
import { createFaultRoutes } from "./faults/fault-routes.tsx";
import type { InspectorDependencies } from "./inspector-context.ts";
import { inspectorScript } from "./inspector-script.ts";
import { inspectorStylesheet } from "./inspector-stylesheet.ts";
import { createOrderRoutes } from "./order/order-routes.tsx";
import { findOrders, readOrderFilter } from "./orders/find-orders.ts";
import { OrdersPage } from "./orders/orders-page.tsx";
import { createRejectedSaleRoutes } from "./rejected/rejected-sale-routes.tsx";
import { StartPage } from "./start/start-page.tsx";
import { findNotices } from "./texts/inspector-notices.ts";
import { createDisputeWebhookAddressRoutes } from "./webhooks/dispute-webhook-address-routes.tsx";

/** Creates all pages of the inspector. The caller must refuse requests of other sites. */
export function createInspectorRoutes(parts: InspectorDependencies): Hono<{ Bindings: HttpBindings }> {
  const { control, url, buyerPage } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", async (c) => {
    const filter = readOrderFilter((name) => c.req.query(name));
    const [found, clock, signs] = [
      await findOrders(control, filter),
      await control.clock(),
      await findNotices(control),
    ];
    const status = c.req.query("paymentStatus");
    const returned = status ? { returned: { status, orderId: c.req.query("orderID") ?? "" } } : {};
    const props = { signs, url: url(), now: Date.parse(clock.now), filter, found, buyerPage, ...returned };
    return c.html(<OrdersPage {...props} />);
  });
  app.get("/start", async (c) => c.html(<StartPage signs={await findNotices(control)} url={url()} />));
  app.get("/inspector.css", (c) =>
    c.body(inspectorStylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  app.get("/inspector.js", (c) =>
    c.body(inspectorScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  app.route("/orders", createOrderRoutes(parts));
  app.route("/refused", createRejectedSaleRoutes(parts));
  app.route("/faults", createFaultRoutes(parts));
  app.route("/webhooks", createDisputeWebhookAddressRoutes(parts));
  app.route("/clock", createClockAndQuirksRoutes(parts));
  return app;
}
