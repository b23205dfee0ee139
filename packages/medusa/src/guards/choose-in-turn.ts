import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answer } from "../checkout/answer.ts";
import { cartCompleted } from "../checkout/refusal.ts";
import { withSessionsLock } from "../locks.ts";
import { payIndexOf } from "../pay-index-of.ts";
import { orderOfCart } from "../payable-cart.ts";
import { cartOfCollection } from "./cart-of-collection.ts";

/**
 * A buyer who chooses how to pay in another tab while the cart is being placed waits until that has ended, and is told then. Medusa would delete
 * the session that was paid, and the cart would be completed by the other one: for nothing, where that provider takes no money. Carts that
 * nobody has begun to pay by this plugin are none of its business.
 */
export async function chooseInTurn(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const cartId = await begunCart(request);
  if (cartId === undefined) {
    next();
    return;
  }
  // Also of a visitor who hangs up while this waits.
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  await withSessionsLock(request.scope, cartId, async () => {
    if (response.closed) return;
    if ((await orderOfCart(request.scope, cartId)) === undefined) next();
    else await answer({ response }, () => Promise.reject(cartCompleted()));
    await ended;
  });
}

/** The cart of this payment collection, if a payment of it was ever begun here. */
async function begunCart({ scope, params }: MedusaRequest): Promise<string | undefined> {
  const cartId = await cartOfCollection(scope, params.id);
  if (cartId === undefined) return undefined;
  const { payments } = await payIndexOf(scope).bookOfCart(cartId);
  return payments.length === 0 ? undefined : cartId;
}
