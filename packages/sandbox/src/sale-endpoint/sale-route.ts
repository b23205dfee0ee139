import { Hono } from "hono";
import type { App } from "../server/app.ts";
import type { AllowedHosts } from "../server/request-guards.ts";
import { addShopRoute } from "../shop-route.ts";
import type { SaleEndpoint } from "./sale-endpoint.ts";

interface SaleRouteDependencies {
  readonly saleEndpoint: SaleEndpoint;
  readonly ownHosts: AllowedHosts;
  readonly url: () => string;
}

/** Creates the route `POST /pay_index`. */
export function createSaleRoute({ saleEndpoint, ownHosts, url }: SaleRouteDependencies): App {
  const app: App = new Hono();
  addShopRoute(app, {
    ...{ path: "/", maxBytes: 256 * 1024, ownHosts, what: "sale", rule: "REQ-URL", url },
    refusal: (msg) => ({ status: "error", msg }),
    postOnly: "sales are sent by POST (REQ-URL)",
    refuse: (posted, problem) => saleEndpoint.refuseSender(posted, problem),
    reply: (posted) => saleEndpoint.submit(posted),
  });
  return app;
}
