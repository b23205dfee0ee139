import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { createControlApi } from "./control/control-api.ts";
import type { SandboxControl } from "./control/sandbox-control.ts";
import type { ErrorBody } from "./errors.ts";
import type { GatewayCore } from "./gateway-core.ts";
import { createInspectorRoutes } from "./inspector/inspector-routes.tsx";
import { createOperationRoutes } from "./operations/operation-routes.ts";
import { currentPagePath } from "./pages/page-paths.ts";
import { createPaymentPageRoutes } from "./pages/payment-page-routes.tsx";
import { NotFoundPage } from "./pages/result-pages.tsx";
import { refuseSaleSender, submitSale } from "./sale-endpoint/sale-endpoint.ts";
import type { App } from "./server/app.ts";
import { buyerFormGuard, controlGuard } from "./server/request-guards.ts";
import { setInspectorHeaders, setSecurityHeaders } from "./server/security-headers.ts";
import { addShopRoute } from "./shop-route.ts";

/** The styles of all pages. They load no pictures and no fonts, and follow the reader's light or dark setting. */
const stylesheet = ["base", "controls"]
  .map((name) => readFileSync(new URL(`pages/${name}.css`, import.meta.url), "utf8"))
  .join("\n");

/** Creates all routes of the gateway. */
export function createSandboxApp(core: GatewayCore, control: SandboxControl) {
  const app: App = new Hono();
  app.use(setSecurityHeaders);
  app.onError((error, c) => {
    core.log(`${c.req.method} ${new URL(c.req.url).pathname} failed: ${error.message}`);
    const says = "the sandbox failed; its log says more";
    if (c.req.path.startsWith("/_sandbox/")) {
      return c.json({ code: "failed", error: says } satisfies ErrorBody, 500);
    }
    return c.json({ status: "error", msg: says }, 500);
  });
  app.notFound((c) => c.html(<NotFoundPage />, 404));
  app.get("/style.css", (c) => c.body(stylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/favicon.ico", (c) => c.body(null, 204));
  addShopRoute(app, core, {
    ...{ path: "/pay_index", maxBytes: 256 * 1024, what: "sale", rule: "REQ-URL" },
    refusal: (msg) => ({ status: "error", msg }),
    postOnly: "sales are sent by POST (REQ-URL)",
    refuse: (posted, problem) => refuseSaleSender(posted, problem, core),
    reply: (posted) => submitSale(posted, core),
  });
  // Before the buyer's pages, whose guard is for forms.
  app.route("/pay/trade", createOperationRoutes(core));
  app.use("/pay/*", buyerFormGuard);
  app.route("/pay", createPaymentPageRoutes(core));
  app.use("/_sandbox/*", controlGuard(core));
  app.route("/_sandbox", createControlApi(core, control));
  app.use(controlGuard(core), setInspectorHeaders);
  const buyerPage = (orderId: string, merchantId: string) => {
    const order = core.orderStore.find(orderId, merchantId);
    return order && order.step !== "none" ? currentPagePath(order) : undefined;
  };
  app.route("/", createInspectorRoutes({ control, url: core.url, buyerPage }));
  return app;
}
