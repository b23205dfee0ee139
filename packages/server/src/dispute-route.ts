import { createGatewayMessageRoute, type GatewayMessageRouteDependencies } from "./gateway-message-route.ts";
import { decodePathPart, type Route } from "./route.ts";

/** Creates the route of the dispute webhooks: `/dispute/<tenant>/<merchant id>/<token>`. */
export function createDisputeRoute(parts: GatewayMessageRouteDependencies): Route {
  return createGatewayMessageRoute(parts, {
    parts: 3,
    noMessage: "The dispute webhook accepts only messages, by POST.",
    receive: ({ path, ...message }) => {
      const [tenant = "", merchantId = "", token = ""] = path.map(decodePathPart);
      return parts.gateway.receiveDispute({ tenant, merchantId, token, ...message });
    },
  });
}
