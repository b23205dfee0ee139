import type { ID, RequestContext, TransactionalConnection, Type, VendureEntity } from "@vendure/core";

interface Rows<Entity extends VendureEntity> {
  readonly entity: Type<Entity>;
  readonly ids: readonly ID[];
}

/** Reads rows as they are by now and keeps others from changing them until the transaction ends. Locked in one order by all. */
export async function lockRow<Entity extends VendureEntity>(
  connection: TransactionalConnection,
  ctx: RequestContext,
  { entity, ids }: Rows<Entity>,
): Promise<Entity[]> {
  if (ids.length === 0) return [];
  const query = connection
    .getRepository(ctx, entity)
    .createQueryBuilder("locked")
    .where("locked.id IN (:...ids)", { ids })
    .orderBy("locked.id");
  // SQLite has one connection and no row locks.
  if (connection.rawConnection.options.type === "postgres") query.setLock("pessimistic_write");
  return query.getMany();
}
