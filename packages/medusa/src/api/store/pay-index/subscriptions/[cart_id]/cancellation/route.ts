import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http";
import { requireCustomerSubscriptionCart } from "../../../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../../../checkout/send-result-or-refusal.ts";
import { resolvePayIndex } from "../../../../../../resolve-pay-index.ts";
import { cancelSubscriptionOfCart } from "../../../../../../subscription/cancel-subscription-of-cart.ts";

/**
 * Cancels the subscription that a cart started, for the signed-in customer who owns its order. Without the option `buyersMayCancel`, there
 * is no such route.
 */
export const POST = async (
  request: AuthenticatedMedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> => {
  if (resolvePayIndex(request.scope).options.own.buyersMayCancel !== true) return next();
  await sendResultOrRefusal({ request, response }, async () => {
    const { id } = await requireCustomerSubscriptionCart(request, request.params.cart_id);
    return { cancellation: await cancelSubscriptionOfCart(request.scope, id) };
  });
};
