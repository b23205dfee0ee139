import type { MedusaRequest } from "@medusajs/framework/http";
import { sendResultOrRefusal } from "../checkout/send-result-or-refusal.ts";
import { findLinkedOrderId } from "../checkout-cart.ts";
import { withPaymentSessionsLock } from "../locks.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { cartCompletedError } from "../store-route-error.ts";
import { findPaymentCollectionCartId } from "./find-payment-collection-cart-id.ts";
import type { Middleware } from "./middleware.ts";

/**
 * Makes a buyer who chooses a payment method in another tab wait while the order is being placed. Otherwise Medusa
 * would delete the paid session and complete the cart with the other one, which may charge nothing. Ignores carts
 * without an attempt of this plugin.
 */
export const waitForCartCompletion: Middleware = async (request, response, next) => {
  const cartId = await findCartWithAttempt(request);
  if (cartId === undefined) return next();
  // Also ends for a visitor who disconnects while waiting.
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  await withPaymentSessionsLock(request.scope, cartId, async () => {
    if (response.closed) return;
    if ((await findLinkedOrderId(request.scope, cartId)) === undefined) next();
    else await sendResultOrRefusal({ response }, () => Promise.reject(cartCompletedError()));
    await ended;
  });
};

/** Returns the cart of the payment collection, if the cart has an attempt of this plugin. */
async function findCartWithAttempt({ scope, params }: MedusaRequest): Promise<string | undefined> {
  const cartId = await findPaymentCollectionCartId(scope, params.id);
  if (cartId === undefined) return undefined;
  const { attempts } = await resolvePayIndex(scope).paymentOfCart(cartId);
  return attempts.length === 0 ? undefined : cartId;
}
