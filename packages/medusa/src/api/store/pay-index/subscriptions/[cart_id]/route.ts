import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireOwnSubscriptionCart } from "../../../../../checkout/cart-access.ts";
import { respond } from "../../../../../checkout/respond.ts";
import { resolvePayIndex } from "../../../../../resolve-pay-index.ts";
import { findBuyerSubscription } from "../../../../../subscription/buyer-subscriptions.ts";

/** What a cart has begun, for the buyer whose it is: the customer of its order, once there is one. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  respond({ request, response }, async () => {
    const cart = await requireOwnSubscriptionCart(request, request.params.cart_id);
    return {
      subscription: findBuyerSubscription(await resolvePayIndex(request.scope).paymentOfCart(cart.id)),
    };
  });
