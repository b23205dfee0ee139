import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/** The number of an order as Medusa's admin displays it, such as `#6`. The order's id if there is no such order. */
export async function findOrderDisplayNumber(
  container: Pick<MedusaContainer, "resolve">,
  id: string,
): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields: ["display_id"], filters: { id } });
  const [order] = data;
  return order === undefined ? id : `#${order.display_id}`;
}
