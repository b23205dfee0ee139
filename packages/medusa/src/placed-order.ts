import { findLinkedOrderId } from "./checkout-cart.ts";
import type { Container } from "./find-rows.ts";
import { withCartLock } from "./locks.ts";

/**
 * Returns the order that was placed for a cart, when no completion can remove it any more. Medusa links an order to its
 * cart before it reserves stock and authorizes the payment, and removes the order if one of these steps fails. It holds
 * the cart's lock during these steps, so this function waits for the lock.
 *
 * @throws the error of Medusa's lock provider if another process holds the lock for 30 seconds
 */
export async function findPlacedOrderId(container: Container, cartId: string): Promise<string | undefined> {
  if ((await findLinkedOrderId(container, cartId)) === undefined) return undefined;
  return withCartLock(container, cartId, () => findLinkedOrderId(container, cartId));
}
