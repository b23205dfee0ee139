import type { ID, RequestContext, TransactionalConnection, Type, VendureEntity } from "@vendure/core";
import type { EntityManager } from "typeorm";
import { isServer } from "./store/database-type.ts";

interface RowSelection<Entity extends VendureEntity> {
  readonly entity: Type<Entity>;
  readonly ids: readonly ID[];
  /** The column of these IDs, if it is not the rows' own `id`. */
  readonly of?: string;
}

/** Reads rows and locks them until the transaction ends. All code locks rows in the same order. */
export function lockRows<Entity extends VendureEntity>(
  connection: TransactionalConnection,
  ctx: RequestContext,
  rows: RowSelection<Entity>,
): Promise<Entity[]> {
  return lockRowsWithManager(connection.getRepository(ctx, rows.entity).manager, rows);
}

/** The same without a context. Outside of a transaction it only reads, because a lock would end at once. */
export async function lockRowsWithManager<Entity extends VendureEntity>(
  manager: EntityManager,
  { entity, ids, of = "id" }: RowSelection<Entity>,
): Promise<Entity[]> {
  if (ids.length === 0) return [];
  const query = manager
    .createQueryBuilder(entity, "locked")
    .where(`locked.${of} IN (:...ids)`, { ids })
    .orderBy("locked.id");
  if (isServer(manager.connection.options.type) && manager.queryRunner?.isTransactionActive === true)
    query.setLock("pessimistic_write");
  return query.getMany();
}
