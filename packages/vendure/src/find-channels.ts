import { Channel, type TransactionalConnection } from "@vendure/core";
import type { FindOptionsWhere } from "typeorm";

/** With all that a context needs of its channel. Without `where`, all of them. */
export function findChannels(
  { rawConnection }: TransactionalConnection,
  where: FindOptionsWhere<Channel> = {},
): Promise<Channel[]> {
  const relations = { defaultShippingZone: true, defaultTaxZone: true };
  return rawConnection.getRepository(Channel).find({ where, relations });
}
