import { defineMiddlewares, type MiddlewareVerb } from "@medusajs/framework/http";
import { refuseCardData } from "../guards/refuse-card-data.ts";
import { refuseConcurrentRefunds } from "../guards/refuse-concurrent-refunds.ts";
import { refuseCrossSiteRequests } from "../guards/refuse-cross-site-requests.ts";
import { removeRenewalMetadata } from "../guards/remove-renewal-metadata.ts";
import { requirePaymentReadPolicy } from "../guards/require-payment-read-policy.ts";
import {
  requireSubscriptionProviderForCompletion,
  requireSubscriptionProviderForSession,
} from "../guards/require-subscription-provider.ts";
import { waitForCartCompletion } from "../guards/wait-for-cart-completion.ts";
import { mountPath } from "../options.ts";
import { servePaymentRoutes } from "../payment-routes.ts";

const changing: MiddlewareVerb[] = ["POST", "PUT", "PATCH", "DELETE"];

export default defineMiddlewares({
  routes: [
    // The body stays unread: the notification's signature needs the raw bytes, and no other code may see a card.
    { matcher: `${mountPath}/*`, bodyParser: false },
    { matcher: mountPath, middlewares: [servePaymentRoutes] },
    // For every route of Medusa or the shop that can expand a link to payments.
    { matcher: "/admin/*", middlewares: [requirePaymentReadPolicy] },
    {
      matcher: "/admin/pay-index/*",
      methods: changing,
      middlewares: [refuseCrossSiteRequests("adminCors")],
    },
    {
      matcher: "/store/pay-index/*",
      methods: changing,
      middlewares: [refuseCrossSiteRequests("storeCors")],
    },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [refuseConcurrentRefunds] },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [refuseCardData, requireSubscriptionProviderForSession, waitForCartCompletion],
    },
    { matcher: "/store/carts", methods: ["POST"], middlewares: [removeRenewalMetadata] },
    { matcher: "/store/carts/:id", methods: ["POST"], middlewares: [removeRenewalMetadata] },
    {
      matcher: "/store/carts/:id/complete",
      methods: ["POST"],
      middlewares: [requireSubscriptionProviderForCompletion],
    },
  ],
});
