import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answer } from "../../../../../checkout/answer.ts";
import { ownCart } from "../../../../../checkout/visitor.ts";
import { payIndexOf } from "../../../../../pay-index-of.ts";
import { subscriptionOf } from "../../../../../subscription/shown-to-buyer.ts";

/** What a cart has begun, for the buyer whose cart it is. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer(response, async () => {
    const cart = await ownCart(request, request.params.cart_id);
    return { subscription: subscriptionOf(await payIndexOf(request.scope).bookOfCart(cart.id)) };
  });
