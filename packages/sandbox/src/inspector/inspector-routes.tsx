import { Hono } from "hono";
import { addClockAndQuirksRoutes } from "./clock/clock-and-quirks-routes.tsx";
import { addFaultRoutes } from "./faults/fault-routes.tsx";
import { type InspectorApp, type InspectorDependencies, showPage } from "./inspector-page.tsx";
import { inspectorScript } from "./inspector-script.ts";
import { inspectorStylesheet } from "./inspector-stylesheet.ts";
import { addOrderRoutes } from "./order/order-routes.tsx";
import { findOrders, readOrderFilter } from "./orders/find-orders.ts";
import { OrdersPage } from "./orders/orders-page.tsx";
import { addRejectedSaleRoutes } from "./rejected/rejected-sale-routes.tsx";
import { StartPage } from "./start/start-page.tsx";
import { addDisputeWebhookAddressRoutes } from "./webhooks/dispute-webhook-address-routes.tsx";

/** Creates all pages of the inspector. The caller must refuse requests of other sites. */
export function createInspectorRoutes(parts: InspectorDependencies): InspectorApp {
  const { control, url, buyerPage } = parts;
  const app: InspectorApp = new Hono();
  app.get("/", async (c) => {
    const filter = readOrderFilter((name) => c.req.query(name));
    const [found, clock] = [await findOrders(control, filter), await control.clock()];
    const status = c.req.query("paymentStatus");
    const returned = status ? { returned: { status, orderId: c.req.query("orderID") ?? "" } } : {};
    const props = { url: url(), now: Date.parse(clock.now), filter, found, buyerPage, ...returned };
    return showPage(c, parts, { title: "Orders", section: "/", content: <OrdersPage {...props} /> });
  });
  app.get("/start", (c) =>
    showPage(c, parts, { title: "Start here", section: "/start", content: <StartPage url={url()} /> }),
  );
  app.get("/inspector.css", (c) =>
    c.body(inspectorStylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  app.get("/inspector.js", (c) =>
    c.body(inspectorScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  for (const addRoutes of [
    addOrderRoutes,
    addRejectedSaleRoutes,
    addFaultRoutes,
    addDisputeWebhookAddressRoutes,
    addClockAndQuirksRoutes,
  ])
    addRoutes(app, parts);
  return app;
}
