import { Channel, type TransactionalConnection } from "@vendure/core";
import type { FindOptionsWhere } from "typeorm";

/** Returns channels with all relations that a context needs. Without `where`, all channels. */
export function findChannelsWithZones(
  { rawConnection }: TransactionalConnection,
  where: FindOptionsWhere<Channel> = {},
): Promise<Channel[]> {
  const relations = { defaultShippingZone: true, defaultTaxZone: true };
  return rawConnection.getRepository(Channel).find({ where, relations });
}
