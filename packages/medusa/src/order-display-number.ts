import { type Container, findRow } from "./find-rows.ts";

/** The number of an order as Medusa's admin displays it, such as `#6`. The order's id if there is no such order. */
export async function findOrderDisplayNumber(container: Container, id: string): Promise<string> {
  const wanted = { entity: "order", fields: ["display_id"], filters: { id } };
  const order = await findRow<{ display_id: number }>(container, wanted);
  return order === undefined ? id : `#${order.display_id}`;
}
