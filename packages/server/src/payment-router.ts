import { BuyerPageRenderer } from "./buyer-page-renderer.ts";
import { type BuyerRouteDependencies, createBuyerRoutes } from "./buyer-routes.ts";
import { type CardRouteDependencies, createCardRoute } from "./card-route.ts";
import { createDisputeRoute } from "./dispute-route.ts";
import type { GatewayMessageRouteDependencies } from "./gateway-message-route.ts";
import type { HttpRequest, HttpResponse, NextFunction } from "./http-types.ts";
import { limitFailureEvents } from "./limit-failure-events.ts";
import { createNotifyRoute } from "./notify-route.ts";
import { dispatchHostError, dispatchRequest, type Route } from "./route.ts";

/** The parts of a payment router. */
export interface PaymentRouterDependencies extends GatewayMessageRouteDependencies, BuyerRouteDependencies {
  /** Whether the option `operations` names the dispute webhook. Without it, the route does not exist. */
  readonly hasDisputeWebhook: boolean;
  /** The card route. Undefined if the shop accepts no cards on its own pages. */
  readonly card: CardRouteDependencies | undefined;
}

type RequestHandler = (request: HttpRequest, response: HttpResponse, next: NextFunction) => void;
// biome-ignore lint/complexity/useMaxParams: Express recognizes an error handler by its four parameters
type ErrorHandler = (
  error: unknown,
  request: HttpRequest,
  response: HttpResponse,
  next: NextFunction,
) => void;

/** Two handlers for `app.use(path, ...router)`. The second one handles errors of the host's body parsers, which would send an error page. */
export type PaymentRouterHandlers = [RequestHandler, ErrorHandler];

/** Creates the handlers of all payment routes: notification, dispute webhook, return, waiting page, status, state and card. */
export function createPaymentRouter(given: PaymentRouterDependencies): PaymentRouterHandlers {
  const parts = { ...given, onEvent: limitFailureEvents(given.onEvent) };
  const shown = new BuyerPageRenderer(parts);
  const routes = new Map<string, Route>([
    ["notify", createNotifyRoute(parts)],
    ...createBuyerRoutes(parts, shown),
  ]);
  if (parts.hasDisputeWebhook) routes.set("dispute", createDisputeRoute(parts));
  if (parts.card !== undefined) routes.set("card", createCardRoute(parts.card, shown));
  return [
    (request, response, next) => dispatchRequest(routes, { request, response }, next),
    // biome-ignore lint/complexity/useMaxParams: Express recognizes an error handler by its four parameters
    (error, request, response, next) => dispatchHostError(routes, { request, response, error }, next),
  ];
}
