import { type Container, findRow } from "../find-rows.ts";

/** Returns the cart that a payment collection pays. Undefined if it pays an order, or nothing. */
export async function findPaymentCollectionCartId(
  container: Container,
  collectionId: unknown,
): Promise<string | undefined> {
  const link = await findRow<{ cart_id: string }>(container, {
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: collectionId },
  });
  return link?.cart_id;
}
