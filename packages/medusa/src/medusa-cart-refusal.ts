import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import { findRow } from "./find-rows.ts";
import { checkCartWorkflow, checkedCartFields } from "./workflows/check-cart.ts";

const { INVALID_DATA, NOT_ALLOWED } = MedusaError.Types;

/** Returns Medusa's message if Medusa refuses the cart because of its shipping or its stock. Undefined otherwise. */
export async function findMedusaCartRefusal(
  container: MedusaContainer,
  cartId: string,
): Promise<string | undefined> {
  try {
    const wanted = { entity: "cart", fields: checkedCartFields, filters: { id: cartId } };
    const cart = await findRow<object>(container, wanted);
    if (cart !== undefined) await checkCartWorkflow(container).run({ input: { cart } });
  } catch (error) {
    // Other errors are not about the cart.
    if (MedusaError.isMedusaError(error) && [INVALID_DATA, NOT_ALLOWED].includes(error.type))
      return error.message;
  }
  return undefined;
}
