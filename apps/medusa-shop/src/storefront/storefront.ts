import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { notFoundPage, troublePage } from "@pay-index-apps/demo/look/message";
import { safeHeaders } from "@pay-index-apps/demo/look/safe-headers";
import { scriptFolders } from "@pay-index-apps/demo/look/scripts";
import { style } from "@pay-index-apps/demo/look/style";
import express, { type ErrorRequestHandler, type Request, Router } from "express";
import type { Settings } from "../settings.ts";
import type { StoreApiPlace } from "../store-api/store-api.ts";
import { addCart } from "./cart-routes.ts";
import { addCheckout } from "./checkout-routes.ts";
import { addOrders } from "./order-routes.ts";
import { addPayment } from "./payment-routes.ts";
import { routesOf, Visit } from "./visit.ts";

const notFound = { title: "Not found", content: notFoundPage(), status: 404 };

/** What is Medusa's own, and the payments'. */
const notOurs = /^\/(?:store|admin|auth|hooks|health|app|static|cloud)(?:\/|$)/;

/**
 * A storefront that Medusa serves: plain pages that ask the Store API as any storefront would. It leaves Medusa's own routes
 * alone, and the payments', so it never sees a card.
 */
export function storefront(settings: Settings): Router {
  const ours = Router();
  const placeOf = placeFinder(settings.shopUrl);
  const route = routesOf(placeOf);
  ours.use((_request, response, next) => {
    response.removeHeader("x-powered-by");
    response.set(safeHeaders(settings));
    next();
  });
  ours.get("/style.css", (_request, response) => void response.type("css").send(style));
  for (const [at, folder] of Object.entries(scriptFolders)) ours.use(at, express.static(folder));
  addCart(ours, route);
  addCheckout(ours, route);
  addPayment(ours, route);
  addOrders(ours, route);
  ours.use(route((visit) => visit.show(notFound)));
  ours.use(onTrouble(placeOf));
  const router = Router();
  router.use((request, response, next) => {
    if (notOurs.test(request.path)) next();
    else ours(request, response, next);
  });
  return router;
}

type Finder = (request: Request) => Promise<StoreApiPlace>;

/** A storefront of your own has the key in its environment. This one lives with Medusa, and asks for it once. */
function placeFinder(shopUrl: string): Finder {
  let found: Promise<StoreApiPlace> | undefined;
  return (request) => {
    found ??= keyOf(scopeOf(request)).then((publishableKey) => ({ shopUrl, publishableKey }));
    return found;
  };
}

async function keyOf(container: MedusaContainer): Promise<string> {
  const [key] = await container.resolve(Modules.API_KEY).listApiKeys({ type: "publishable" });
  if (key === undefined) throw new Error("There is no publishable key: the shop was not filled.");
  return key.token;
}

/** Medusa gives each request its container. */
function scopeOf(request: Request): MedusaContainer {
  return (request as Request & { scope: MedusaContainer }).scope;
}

/** Says nothing of the cause to the buyer: an error may quote what they typed. */
function onTrouble(placeOf: Finder): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express tells an error handler by them
  return async (error: unknown, request, response, next) => {
    const { status, name, type = "" } = Object(error);
    const visit = new Visit(await placeOf(request), request, [response, next]);
    if (status === 404) return visit.show({ ...notFound, cart: "unknown" }).catch(next);
    const logger = scopeOf(request).resolve(ContainerRegistrationKeys.LOGGER);
    logger.error(`storefront: ${name} ${type} at ${request.method} ${request.route?.path ?? ""}`);
    const about = { title: "Trouble", content: troublePage(), cart: "unknown" } as const;
    visit.show({ ...about, status: status >= 400 && status < 500 ? status : 500 }).catch(next);
  };
}
