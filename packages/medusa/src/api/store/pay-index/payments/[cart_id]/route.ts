import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answer } from "../../../../../checkout/answer.ts";
import { ownCart } from "../../../../../checkout/visitor.ts";
import { payIndexOf } from "../../../../../pay-index-of.ts";
import { settledOrderOfCart } from "../../../../../settled-order.ts";
import type { PaymentStatus } from "../../../../../storefront/index.ts";

/** How a cart's payment stands, for the buyer whose cart it is. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer(response, async () => {
    const cart = await ownCart(request, request.params.cart_id);
    const { state, placed } = await payIndexOf(request.scope).bookOfCart(cart.id);
    const orderId = placed?.id ?? (await settledOrderOfCart(request.scope, cart.id));
    const payment: PaymentStatus = {
      state,
      placed: placed !== undefined,
      ...(orderId === undefined ? {} : { order_id: orderId }),
    };
    return { payment };
  });
