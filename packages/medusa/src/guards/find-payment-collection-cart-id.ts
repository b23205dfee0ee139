import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/** Returns the cart that a payment collection pays. Undefined if it pays an order, or nothing. */
export async function findPaymentCollectionCartId(
  container: Pick<MedusaContainer, "resolve">,
  collectionId: unknown,
): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: collectionId as string },
  });
  return (data[0] as { cart_id?: string } | undefined)?.cart_id;
}
