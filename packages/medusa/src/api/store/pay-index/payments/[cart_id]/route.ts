import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answer } from "../../../../../checkout/answer.ts";
import { ownCart } from "../../../../../checkout/visitor.ts";
import { payIndexOf } from "../../../../../pay-index-of.ts";
import { orderOfCart } from "../../../../../payable-cart.ts";
import type { PaymentStatus } from "../../../../../storefront/index.ts";

/** How a cart's payment stands, for the buyer whose cart it is. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer({ request, response }, async () => {
    const cart = await ownCart(request, request.params.cart_id);
    const { state, placed } = await payIndexOf(request.scope).bookOfCart(cart.id);
    const orderId = await orderOfCart(request.scope, cart.id);
    const payment: PaymentStatus = {
      state,
      placed: placed !== undefined,
      ...(orderId === undefined ? {} : { order_id: orderId }),
    };
    return { payment };
  });
