import { BuyerPages } from "./buyer-pages.ts";
import { type BuyerRouteParts, buyerRoutes } from "./buyer-routes.ts";
import { type CardRouteParts, cardRoute } from "./card-route.ts";
import type { HttpRequest, HttpResponse, Next } from "./http.ts";
import { limitFailureEvents } from "./limit-failure-events.ts";
import { type NotifyRouteParts, notifyRoute } from "./notify-route.ts";
import { failureOf, type Route, routeOf } from "./route.ts";

export interface RouterParts extends NotifyRouteParts, BuyerRouteParts {
  /** Undefined: this shop takes no cards here. */
  readonly card: CardRouteParts | undefined;
}

type Handler = (request: HttpRequest, response: HttpResponse, next: Next) => void;
// biome-ignore lint/complexity/useMaxParams: by its four parameters Express knows a handler of errors
type ErrorHandler = (error: unknown, request: HttpRequest, response: HttpResponse, next: Next) => void;

/** For `app.use(path, router)`. The second one takes the errors of the host's body parsers, which would print a page. */
export type PaymentRouter = [Handler, ErrorHandler];

/** Everything below the shop's mount point that the gateway and the buyer's browser may reach. */
export function paymentRouter(given: RouterParts): PaymentRouter {
  const parts = { ...given, observe: limitFailureEvents(given.observe) };
  const shown = new BuyerPages(parts);
  const routes = new Map<string, Route>([["notify", notifyRoute(parts)], ...buyerRoutes(parts, shown)]);
  if (parts.card !== undefined) routes.set("card", cardRoute(parts.card, shown));
  return [
    (request, response, next) => routeOf(routes, { request, response }, next),
    // biome-ignore lint/complexity/useMaxParams: by its four parameters Express knows a handler of errors
    (error, request, response, next) => failureOf(routes, { request, response, error }, next),
  ];
}
