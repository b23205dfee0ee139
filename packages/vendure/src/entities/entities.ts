import { type StoreTable, type StoreTableName, storeIndexName, storeTables } from "@pay-index/core/store";
import { Column, Entity, Index, type ObjectLiteral, PrimaryColumn } from "typeorm";
import { PayIndexPendingRefund } from "./pending-refund-entity.ts";

type EntityClass = new () => ObjectLiteral;

/** The tables that core's statements need, as entities: the shop's migrations create them, and only core's statements use them. */
const entities = Object.fromEntries(
  Object.entries(storeTables).map(([table, description]) => [table, defineEntity(table, description)]),
) as Record<StoreTableName, EntityClass>;

export const PayIndexPayment = entities.pay_index_payment;
export const coreEntities = Object.values(entities);
export const pluginEntities = [...coreEntities, PayIndexPendingRefund];

/** `pay_index_review_item` becomes the entity `PayIndexReviewItem`. */
function defineEntity(table: string, { columns, key, indexes = [] }: StoreTable): EntityClass {
  const name = table.replace(/(?:^|_)(\w)/g, (_start, letter: string) => letter.toUpperCase());
  const entity = class {};
  Object.defineProperty(entity, "name", { value: name });
  Entity(table)(entity);
  for (const [column, type] of Object.entries(columns)) {
    // With its name, because the naming strategy of the shop must not change it.
    const columnType = type.startsWith("text") ? "text" : "integer";
    const decorate = key.includes(column)
      ? PrimaryColumn({ name: column, type: columnType })
      : Column({ name: column, type: columnType, nullable: type.endsWith(" or null") });
    decorate(entity.prototype, column);
  }
  for (const index of indexes) {
    const { where } = index;
    Index(storeIndexName(table, index), [...index.on], where === undefined ? {} : { where })(entity);
  }
  return entity;
}
