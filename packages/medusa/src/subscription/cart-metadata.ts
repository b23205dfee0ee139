import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { FirstOrder } from "./first-order.ts";

type Metadata = Readonly<Record<string, unknown>>;

/**
 * What a first order's metadata have from its cart, as they stand by now: the text of a gift, say. Whatever else the shop has noted there since,
 * such as that it was exported, is about that one order.
 */
export async function findCartMetadata(
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
