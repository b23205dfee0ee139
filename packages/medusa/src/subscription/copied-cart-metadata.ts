import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { FirstOrder } from "./first-order.ts";

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Returns the keys of the first order's metadata that come from its cart, with their current values, such as the text
 * of a gift. Other metadata of the shop, such as that the order was exported, concern the first order only.
 */
export async function findCopiedCartMetadata(
  container: Pick<MedusaContainer, "resolve">,
  { metadata }: Pick<FirstOrder, "metadata">,
  cartId: string,
): Promise<Metadata> {
  const noted = Object.entries(metadata ?? {});
  if (noted.length === 0) return {};
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "cart", fields: ["metadata"], filters: { id: cartId } });
  const [cart] = data as unknown as { readonly metadata?: Metadata | null }[];
  const brought = cart?.metadata ?? {};
  return Object.fromEntries(noted.filter(([name]) => Object.hasOwn(brought, name)));
}
