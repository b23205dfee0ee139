import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { respond } from "../checkout/respond.ts";
import { cartCompletedError } from "../checkout/store-route-error.ts";
import { withSessionsLock } from "../locks.ts";
import { findCartOrderId } from "../payable-cart.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { findCollectionCart } from "./find-collection-cart.ts";

/**
 * A buyer who chooses how to pay in another tab while the cart is being placed waits until that has ended, and is told then. Medusa would delete
 * the session that was paid, and the cart would be completed by the other one: for nothing, where that provider takes no money. Carts that
 * nobody has begun to pay by this plugin are none of its business.
 */
export async function waitForCartCompletion(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const cartId = await findCartWithAttempt(request);
  if (cartId === undefined) {
    next();
    return;
  }
  // Also of a visitor who hangs up while this waits.
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  await withSessionsLock(request.scope, cartId, async () => {
    if (response.closed) return;
    if ((await findCartOrderId(request.scope, cartId)) === undefined) next();
    else await respond({ response }, () => Promise.reject(cartCompletedError()));
    await ended;
  });
}

/** The cart of this payment collection, if a payment of it was ever begun here. */
async function findCartWithAttempt({ scope, params }: MedusaRequest): Promise<string | undefined> {
  const cartId = await findCollectionCart(scope, params.id);
  if (cartId === undefined) return undefined;
  const { attempts } = await resolvePayIndex(scope).paymentOfCart(cartId);
  return attempts.length === 0 ? undefined : cartId;
}
