import { type Container, findRow } from "../find-rows.ts";
import type { FirstOrder } from "./first-order.ts";

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Returns the keys of the first order's metadata that come from its cart, with their current values, such as the text
 * of a gift. Other metadata of the shop, such as that the order was exported, concern the first order only.
 */
export async function findCopiedCartMetadata(
  container: Container,
  { metadata }: Pick<FirstOrder, "metadata">,
  cartId: string,
): Promise<Metadata> {
  const noted = Object.entries(metadata ?? {});
  if (noted.length === 0) return {};
  const wanted = { entity: "cart", fields: ["metadata"], filters: { id: cartId } };
  const cart = await findRow<{ readonly metadata?: Metadata | null }>(container, wanted);
  const brought = cart?.metadata ?? {};
  return Object.fromEntries(noted.filter(([name]) => Object.hasOwn(brought, name)));
}
