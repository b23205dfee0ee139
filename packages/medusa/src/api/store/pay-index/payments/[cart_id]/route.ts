import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MathBN } from "@medusajs/framework/utils";
import { isBeingChecked, orderState } from "@pay-index/core";
import { answer } from "../../../../../checkout/answer.ts";
import { ownPayableCart } from "../../../../../checkout/visitor.ts";
import { payIndexOf } from "../../../../../pay-index-of.ts";
import { settledOrderOfCart } from "../../../../../settled-order.ts";
import type { PaymentStatus } from "../../../../../storefront/index.ts";

/** How a cart's payment stands, for the buyer whose cart it is. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer({ request, response }, async () => {
    const cart = await ownPayableCart(request, request.params.cart_id);
    const book = await payIndexOf(request.scope).bookOfCart(cart.id);
    const { placed } = book;
    const orderId = placed?.id ?? (await settledOrderOfCart(request.scope, cart.id));
    const isFree = MathBN.eq(cart.total, 0);
    const isFreeOrder = isFree && orderId !== undefined && book.state === "none";
    const payment: PaymentStatus = {
      state: orderState(book.state, { isPlaced: orderId !== undefined, isFree }),
      placed: placed !== undefined || isFreeOrder,
      being_checked: isBeingChecked(book),
      ...(orderId === undefined ? {} : { order_id: orderId }),
    };
    return { payment };
  });
