import { createGatewayMessageRoute, type GatewayMessageRouteDependencies } from "./gateway-message-route.ts";
import type { Route } from "./route.ts";

/** Creates the route for notifications: `/notify/<attempt id>/<token>`. */
export function createNotifyRoute(parts: GatewayMessageRouteDependencies): Route {
  return createGatewayMessageRoute(parts, {
    parts: 2,
    noMessage: "The notify address accepts only messages, by POST.",
    receive: ({ path: [attemptId = "", token = ""], ...message }) =>
      parts.gateway.receive({ attemptId, token, ...message }),
  });
}
