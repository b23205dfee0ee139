import type { MedusaContainer } from "@medusajs/framework/types";
import { withCartLock } from "./locks.ts";
import { findCartOrderId } from "./payable-cart.ts";

/**
 * Returns the order that a cart has become, once no completion can remove it. Medusa links an order to its cart before it
 * reserves stock and asks for the payment, and removes the order if one of these steps fails. It holds the cart's lock
 * meanwhile, so this waits for it.
 *
 * @throws the error of Medusa's lock provider if somebody holds the cart for 30 seconds
 */
export async function findPlacedOrderId(
  container: Pick<MedusaContainer, "resolve">,
  cartId: string,
): Promise<string | undefined> {
  if ((await findCartOrderId(container, cartId)) === undefined) return undefined;
  return withCartLock(container, cartId, () => findCartOrderId(container, cartId));
}
