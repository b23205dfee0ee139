import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { clockRoutes } from "./clock/clock-routes.tsx";
import type { InspectorParts } from "./desk-context.ts";
import { deskScript } from "./desk-script.ts";
import { deskStyle } from "./desk-style.ts";
import { faultRoutes } from "./faults/fault-routes.tsx";
import { orderRoutes } from "./order/order-routes.tsx";
import { findOrders, readFilter } from "./orders/find-orders.ts";
import { OrdersPage } from "./orders/orders-page.tsx";
import { refusedRoutes } from "./refused/refused-routes.tsx";
import { StartPage } from "./start/start-page.tsx";
import { deskSigns } from "./words/desk-signs.ts";

/** All pages of the desk. Whoever mounts them keeps other sites out. */
export function inspectorPages(parts: InspectorParts): Hono<{ Bindings: HttpBindings }> {
  const { desk, url, buyerPage } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", async (c) => {
    const filter = readFilter((name) => c.req.query(name));
    const [found, clock, signs] = [await findOrders(desk, filter), await desk.clock(), await deskSigns(desk)];
    const status = c.req.query("paymentStatus");
    const returned = status ? { returned: { status, orderNumber: c.req.query("orderID") ?? "" } } : {};
    const props = { signs, url: url(), now: Date.parse(clock.now), filter, found, buyerPage, ...returned };
    return c.html(<OrdersPage {...props} />);
  });
  app.get("/start", async (c) => c.html(<StartPage signs={await deskSigns(desk)} url={url()} />));
  app.get("/desk.css", (c) => c.body(deskStyle, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/desk.js", (c) => c.body(deskScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.route("/orders", orderRoutes(parts));
  app.route("/refused", refusedRoutes(parts));
  app.route("/faults", faultRoutes(parts));
  app.route("/clock", clockRoutes(parts));
  return app;
}
