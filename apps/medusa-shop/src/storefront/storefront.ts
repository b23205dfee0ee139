import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { errorPage, notFoundPage } from "@pay-index-apps/demo/pages/message-pages";
import { scriptFolders } from "@pay-index-apps/demo/pages/scripts";
import { createSecurityHeaders } from "@pay-index-apps/demo/pages/security-headers";
import { style } from "@pay-index-apps/demo/pages/style";
import express, { type ErrorRequestHandler, type Request, Router } from "express";
import type { Settings } from "../settings.ts";
import type { StoreApiSettings } from "../store-api/store-api.ts";
import { BuyerRequest, createRouteFactory } from "./buyer-request.ts";
import { addCartRoutes } from "./cart-routes.ts";
import { addCheckoutRoutes } from "./checkout-routes.ts";
import { addOrderRoutes } from "./order-routes.ts";
import { addPaymentRoutes } from "./payment-routes.ts";

const notFound = { title: "Not found", content: notFoundPage(), status: 404 };

/** The paths of Medusa and of the payments. */
const hostPaths = /^\/(?:store|admin|auth|hooks|health|app|static|cloud)(?:\/|$)/;

/**
 * Creates a storefront that Medusa serves: plain pages that use the Store API like any storefront. It does not handle
 * the routes of Medusa and of the payments, so it never sees a card.
 */
export function createStorefront(settings: Settings): Router {
  const ours = Router();
  const placeOf = createSettingsFinder(settings.shopUrl);
  const route = createRouteFactory(placeOf);
  ours.use((_request, response, next) => {
    response.removeHeader("x-powered-by");
    response.set(createSecurityHeaders(settings));
    next();
  });
  ours.get("/style.css", (_request, response) => void response.type("css").send(style));
  for (const [at, folder] of Object.entries(scriptFolders)) ours.use(at, express.static(folder));
  addCartRoutes(ours, route);
  addCheckoutRoutes(ours, route);
  addPaymentRoutes(ours, route);
  addOrderRoutes(ours, route);
  ours.use(route((visit) => visit.show(notFound)));
  ours.use(createErrorHandler(placeOf));
  const router = Router();
  router.use((request, response, next) => {
    if (hostPaths.test(request.path)) next();
    else ours(request, response, next);
  });
  return router;
}

type SettingsFinder = (request: Request) => Promise<StoreApiSettings>;

/** A separate storefront has the key in its environment. This one runs inside Medusa, and reads it once. */
function createSettingsFinder(shopUrl: string): SettingsFinder {
  let found: Promise<StoreApiSettings> | undefined;
  return (request) => {
    found ??= findPublishableKey(scopeOf(request)).then((publishableKey) => ({ shopUrl, publishableKey }));
    return found;
  };
}

async function findPublishableKey(container: MedusaContainer): Promise<string> {
  const [key] = await container.resolve(Modules.API_KEY).listApiKeys({ type: "publishable" });
  if (key === undefined) throw new Error("There is no publishable key: the shop was not filled.");
  return key.token;
}

/** Medusa adds its container to each request. */
function scopeOf(request: Request): MedusaContainer {
  return (request as Request & { scope: MedusaContainer }).scope;
}

/** Does not display the error to the buyer, because it can contain the buyer's input. */
function createErrorHandler(placeOf: SettingsFinder): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express recognizes an error handler by its four parameters
  return async (error: unknown, request, response, next) => {
    const { status, name, type = "" } = Object(error);
    const visit = new BuyerRequest(await placeOf(request), request, [response, next]);
    if (status === 404) return visit.show({ ...notFound, cart: "unknown" }).catch(next);
    const logger = scopeOf(request).resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`storefront: ${name} ${type} at ${request.method} ${request.route?.path ?? ""}`);
    const about = { title: "Trouble", content: errorPage(), cart: "unknown" } as const;
    visit.show({ ...about, status: status >= 400 && status < 500 ? status : 500 }).catch(next);
  };
}
