import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { MathBN } from "@medusajs/framework/utils";
import { buyerOrderStatusOf } from "@pay-index/core/adapter";
import { requireOrderOfCollection, requireOwnCart } from "../../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../../checkout/send-result-or-refusal.ts";
import { findCart } from "../../../../../checkout-cart.ts";
import { amountDueForOrder, findReferenceOfOrder } from "../../../../../existing-order.ts";
import { findPlacedOrderId } from "../../../../../placed-order.ts";
import { resolvePayIndex } from "../../../../../resolve-pay-index.ts";
import type { CartPaymentStatus } from "../../../../../storefront/index.ts";

/** Returns the payment status of a cart to its buyer, or of the order of a payment collection. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async () => {
    const { cart_id } = request.params;
    if (cart_id?.startsWith("pay_col_")) return { payment: await orderPaymentStatus(request, cart_id) };
    const cart = await requireOwnCart(request, cart_id, findCart);
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

/** An order counts as placed while nothing is due for it. */
async function orderPaymentStatus(
  request: AuthenticatedMedusaRequest,
  collectionId: string,
): Promise<CartPaymentStatus> {
  const order = await requireOrderOfCollection(request, collectionId);
  const reference = await findReferenceOfOrder(request.scope, order.id);
  const isPlaced = order.status !== "draft" && amountDueForOrder(order)?.minor === 0;
  const status = buyerOrderStatusOf(await resolvePayIndex(request.scope).paymentOfCart(reference), {
    isPlaced,
    isFree: isPlaced,
  });
  const { state, isBeingChecked: being_checked } = status;
  return { state, placed: status.isPlaced, being_checked, order_id: order.id };
}
