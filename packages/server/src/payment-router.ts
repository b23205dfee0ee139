import { BuyerPageRenderer } from "./buyer-page-renderer.ts";
import { type BuyerRouteDependencies, createBuyerRoutes } from "./buyer-routes.ts";
import { type CardRouteDependencies, createCardRoute } from "./card-route.ts";
import { createDisputeRoute } from "./dispute-route.ts";
import type { GatewayMessageRouteDependencies } from "./gateway-message-route.ts";
import type { HttpRequest, HttpResponse, NextFunction, ServerReply, ServerRequest } from "./http-types.ts";
import { limitFailureEvents } from "./limit-failure-events.ts";
import { NodeRequest, sendReply } from "./node-http.ts";
import { createNotifyRoute } from "./notify-route.ts";
import { answerHostError, answerRequest, isForRoutes, type Route, type Routes } from "./route.ts";
import { createSweepRoute } from "./sweep-route.ts";

/** The parts of the payment routes. */
export interface PaymentRoutesDependencies extends GatewayMessageRouteDependencies, BuyerRouteDependencies {
  /** Whether the option `operations` names the dispute webhook. Without it, the route does not exist. */
  readonly hasDisputeWebhook: boolean;
  /** The card route. Undefined if the shop accepts no cards on its own pages. */
  readonly card: CardRouteDependencies | undefined;
  /** What the cron that runs the sweep sends. Without it, the route does not exist. */
  readonly cronSecret: string | undefined;
}

/** Creates all payment routes: notification, dispute webhook, return, waiting page, status, state, payment link, card and sweep. */
export function createPaymentRoutes(given: PaymentRoutesDependencies): Routes {
  const parts = { ...given, onEvent: limitFailureEvents(given.onEvent) };
  const shown = new BuyerPageRenderer(parts);
  const routes = new Map<string, Route>([
    ["notify", createNotifyRoute(parts)],
    ...createBuyerRoutes(parts, shown),
  ]);
  if (parts.hasDisputeWebhook) routes.set("dispute", createDisputeRoute(parts));
  if (parts.card !== undefined) routes.set("card", createCardRoute(parts.card, shown));
  const { cronSecret } = parts;
  if (cronSecret !== undefined) routes.set("sweep", createSweepRoute({ ...parts, cronSecret }));
  return routes;
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

/** Creates the handlers for Express, and for hosts that use it. */
export function createPaymentRouter(routes: Routes): PaymentRouterHandlers {
  return [
    (incoming, response, next) => {
      const request = new NodeRequest(incoming);
      if (isForRoutes(routes, request)) void send(request, response, answerRequest(routes, request));
      else next();
    },
    // biome-ignore lint/complexity/useMaxParams: Express recognizes an error handler by its four parameters
    (error, incoming, response, next) => {
      const request = new NodeRequest(incoming);
      if (isForRoutes(routes, request)) void send(request, response, answerHostError(routes, request, error));
      else next(error);
    },
  ];
}

/** Never rejects: Express 4 would leave the request open (B-39). */
async function send(
  request: ServerRequest,
  response: HttpResponse,
  answering: Promise<ServerReply | undefined>,
): Promise<void> {
  const reply = await answering;
  if (reply !== undefined) await sendReply(request, response, reply);
}
