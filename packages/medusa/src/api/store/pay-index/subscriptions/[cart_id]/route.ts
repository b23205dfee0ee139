import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireOwnSubscriptionCart } from "../../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../../checkout/send-result-or-refusal.ts";
import { resolvePayIndex } from "../../../../../resolve-pay-index.ts";
import { findSubscriptionViewOfPayment } from "../../../../../subscription/buyer-subscriptions.ts";

/**
 * Returns the subscription that a cart started: to the cart's buyer, or to the customer of its order if there is one.
 */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async () => {
    const cart = await requireOwnSubscriptionCart(request, request.params.cart_id);
    return {
      subscription: findSubscriptionViewOfPayment(
        await resolvePayIndex(request.scope).paymentOfCart(cart.id),
      ),
    };
  });
