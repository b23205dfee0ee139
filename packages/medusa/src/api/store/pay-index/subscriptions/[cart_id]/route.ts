import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireOwnSubscriptionCart } from "../../../../../checkout/cart-access.ts";
import { sendStoreResponse } from "../../../../../checkout/send-store-response.ts";
import { resolvePayIndex } from "../../../../../resolve-pay-index.ts";
import { findBuyerSubscription } from "../../../../../subscription/buyer-subscriptions.ts";

/**
 * Returns the subscription that a cart started: to the cart's buyer, or to the customer of its order if there is one.
 */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendStoreResponse({ request, response }, async () => {
    const cart = await requireOwnSubscriptionCart(request, request.params.cart_id);
    return {
      subscription: findBuyerSubscription(await resolvePayIndex(request.scope).paymentOfCart(cart.id)),
    };
  });
