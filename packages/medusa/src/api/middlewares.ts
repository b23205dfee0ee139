import { defineMiddlewares } from "@medusajs/framework/http";
import { chooseInTurn } from "../guards/choose-in-turn.ts";
import { dropRenewalMarks } from "../guards/drop-renewal-marks.ts";
import { refuseCardData } from "../guards/refuse-card-data.ts";
import { refuseForeignRequests } from "../guards/refuse-foreign-requests.ts";
import { refusePaymentFields } from "../guards/refuse-payment-fields.ts";
import { choosePlansProvider, completePlansCart } from "../guards/sell-plans-as-plans.ts";
import { mountPath } from "../options.ts";
import { readOrders, readPayments, updatePayments } from "../policies/pay-index-payment.ts";
import { serveHooks } from "../serve-hooks.ts";

export default defineMiddlewares({
  routes: [
    // The body stays unread: a notification is answered in plain words by its bytes, a card is nobody else's business.
    { matcher: `${mountPath}/*`, bodyParser: false },
    { matcher: mountPath, middlewares: [serveHooks] },
    // Whatever route of Medusa's or of the shop's expands a link to payments.
    { matcher: "/admin/*", middlewares: [refusePaymentFields] },
    // By prefix, so that a new route of ours cannot lack a policy. Medusa checks them with its feature flag `rbac` alone.
    { matcher: "/admin/pay-index/*", methods: ["GET"], policies: [readPayments, readOrders] },
    {
      matcher: "/admin/pay-index/*",
      methods: ["POST", "PUT", "PATCH", "DELETE"],
      middlewares: [refuseForeignRequests],
      policies: [updatePayments, readOrders],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [refuseCardData, choosePlansProvider, chooseInTurn],
    },
    { matcher: "/store/carts", methods: ["POST"], middlewares: [dropRenewalMarks] },
    { matcher: "/store/carts/:id", methods: ["POST"], middlewares: [dropRenewalMarks] },
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [completePlansCart] },
  ],
});
