import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http";
import { requireCustomerOfSubscription } from "../../../../../../checkout/cart-access.ts";
import { respond } from "../../../../../../checkout/respond.ts";
import { resolvePayIndex } from "../../../../../../resolve-pay-index.ts";
import { cancelForBuyer } from "../../../../../../subscription/cancel-for-buyer.ts";

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
  await respond({ request, response }, async () => {
    const { id } = await requireCustomerOfSubscription(request, request.params.cart_id);
    return { cancellation: await cancelForBuyer(request.scope, id) };
  });
};
