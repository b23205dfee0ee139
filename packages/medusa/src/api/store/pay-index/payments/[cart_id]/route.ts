import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MathBN } from "@medusajs/framework/utils";
import { buyerOrderStatusOf } from "@pay-index/core/adapter";
import { requireOwnCheckoutCart } from "../../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../../checkout/send-result-or-refusal.ts";
import { findPlacedOrderId } from "../../../../../placed-order.ts";
import { resolvePayIndex } from "../../../../../resolve-pay-index.ts";
import type { CartPaymentStatus } from "../../../../../storefront/index.ts";

/** Returns the payment status of a cart to its buyer. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async () => {
    const cart = await requireOwnCheckoutCart(request, request.params.cart_id);
    const status = await resolvePayIndex(request.scope).paymentOfCart(cart.id);
    const orderId = status.placedOrder?.id ?? (await findPlacedOrderId(request.scope, cart.id));
    const order = { isPlaced: orderId !== undefined, isFree: MathBN.eq(cart.total, 0) };
    const { state, isPlaced, isBeingChecked } = buyerOrderStatusOf(status, order);
    const payment: CartPaymentStatus = {
      state,
      placed: isPlaced,
      being_checked: isBeingChecked,
      ...(orderId === undefined ? {} : { order_id: orderId }),
    };
    return { payment };
  });
