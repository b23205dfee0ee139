import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { checkCartWorkflow } from "./workflows/check-cart.ts";

const { INVALID_DATA, NOT_ALLOWED } = MedusaError.Types;

/** What of a cart Medusa says no to, in its own words: its shipping, or what is not in stock. Undefined: nothing of that kind. */
export async function findCartRefusal(
  container: MedusaContainer,
  cartId: string,
): Promise<string | undefined> {
  try {
    await checkCartWorkflow(container).run({ input: { cart_id: cartId } });
  } catch (error) {
    // Anything else says nothing about the cart.
    if (MedusaError.isMedusaError(error) && [INVALID_DATA, NOT_ALLOWED].includes(error.type))
      return error.message;
  }
  return undefined;
}
