import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answer } from "../../../../../checkout/answer.ts";
import { ownSubscription } from "../../../../../checkout/visitor.ts";
import { payIndexOf } from "../../../../../pay-index-of.ts";
import { subscriptionOf } from "../../../../../subscription/shown-to-buyer.ts";

/** What a cart has begun, for the buyer whose it is: the customer of its order, once there is one. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer({ request, response }, async () => {
    const cart = await ownSubscription(request, request.params.cart_id);
    return { subscription: subscriptionOf(await payIndexOf(request.scope).bookOfCart(cart.id)) };
  });
