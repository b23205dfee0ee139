import { errorPage, notFoundPage } from "@pay-index-apps/demo/pages/message-pages";
import { scriptFolders } from "@pay-index-apps/demo/pages/scripts";
import { createSecurityHeaders } from "@pay-index-apps/demo/pages/security-headers";
import { style } from "@pay-index-apps/demo/pages/style";
import { Logger } from "@vendure/core";
import express, { type ErrorRequestHandler, Router } from "express";
import type { Settings } from "../settings.ts";
import { BuyerRequest, createRouteFactory } from "./buyer-request.ts";
import { addCartRoutes } from "./cart-routes.ts";
import { addCheckoutRoutes } from "./checkout-routes.ts";
import { addOrderRoutes } from "./order-routes.ts";
import { addPaymentRoutes } from "./payment-routes.ts";

const notFound = { title: "Not found", content: notFoundPage(), status: 404 };

/** The paths of Vendure and of the payments. */
const hostPaths = /^\/(?:shop-api|admin-api|pay|health|dashboard)(?:\/|$)/;

/**
 * Creates a storefront that Vendure serves: plain pages that use the Shop API like any storefront. It runs before
 * Vendure's own routes and does not handle them. No body parser of this file ever sees a card.
 */
export function createStorefront(settings: Settings): Router {
  const ours = Router();
  const route = createRouteFactory(settings.shopUrl);
  const form = express.urlencoded({ extended: false, limit: "16kb" });
  ours.use((_request, response, next) => {
    response.removeHeader("x-powered-by");
    response.set(createSecurityHeaders(settings));
    next();
  });
  ours.get("/style.css", (_request, response) => void response.type("css").send(style));
  for (const [at, folder] of Object.entries(scriptFolders)) ours.use(at, express.static(folder));
  addCartRoutes(ours, route, form);
  addCheckoutRoutes(ours, route, form);
  addPaymentRoutes(ours, route, form);
  addOrderRoutes(ours, route);
  ours.use(route((visit) => visit.show(notFound)));
  ours.use(createErrorHandler(settings));
  const router = Router();
  router.use((request, response, next) => {
    if (hostPaths.test(request.path)) next();
    else ours(request, response, next);
  });
  return router;
}

/** Does not display the error to the buyer, because it can contain the buyer's input. */
function createErrorHandler({ shopUrl }: Settings): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express recognizes an error handler by its four parameters
  return (error: unknown, request, response, next) => {
    const { status, name, code = "" } = Object(error);
    const visit = new BuyerRequest(shopUrl, request, [response, next]);
    if (status === 404) return visit.show({ ...notFound, cart: "unknown" }).catch(next);
    Logger.error(`${name} ${code} at ${request.method} ${request.route?.path ?? ""}`, "Storefront");
    const about = { title: "Trouble", content: errorPage(), cart: "unknown" } as const;
    visit.show({ ...about, status: status >= 400 && status < 500 ? status : 500 }).catch(next);
  };
}
