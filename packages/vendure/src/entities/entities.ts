import { type StoreTable, type StoreTableName, storeIndexName, storeTables } from "@pay-index/core/store";
import { Column, Entity, getMetadataArgsStorage, Index, type ObjectLiteral, PrimaryColumn } from "typeorm";
import { type DatabaseType, isMariadb, type MariadbType } from "../store/database-type.ts";
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

type ColumnArguments = (typeof storage.columns)[number];

const storage = getMetadataArgsStorage();
const declaredIndexes = pluginEntities
  .flatMap((entity) => storage.filterIndices(entity))
  .map((index) => ({ index, where: index.where, columns: index.columns as readonly string[] }));
const declaredColumns = pluginEntities
  .flatMap((entity) => storage.filterColumns(entity))
  .map((column) => ({ column, options: { ...column.options } }));

/** Changes the tables for the shop's database, before TypeORM reads them. */
export function adaptEntities(type: DatabaseType): void {
  for (const { index, where, columns } of declaredIndexes)
    Object.assign(
      index,
      isMariadb(type) ? { where: undefined, columns: wholeIndex(columns, where) } : { where, columns },
    );
  for (const { column, options } of declaredColumns)
    Object.assign(column, {
      options:
        isMariadb(type) && options.type === "text" ? { ...options, ...mariadbText(type, column) } : options,
    });
}

/** MariaDB has no partial indexes. With the columns of the condition in front, an index finds the same rows. */
function wholeIndex(columns: readonly string[], where = ""): string[] {
  const fixed = [...where.matchAll(/(\w+) (?:=|<>) ['\d]/g)].map(([, column = ""]) => column);
  return [...fixed.filter((column) => !columns.includes(column)), ...columns];
}

/** Texts compare as in Postgres: by their bytes, also blanks at the end. MariaDB and MySQL have no such collation in common. */
const collations = { mariadb: "utf8mb4_nopad_bin", mysql: "utf8mb4_0900_bin" } as const;

/**
 * A column of an index has a length: the longest values of core fit, and a longer one is an error. The columns of an index have 3072
 * bytes together.
 */
function mariadbText(type: MariadbType, { target, propertyName, options }: ColumnArguments) {
  const binary = { charset: "utf8mb4", collation: collations[type] };
  const isIndexed = storage
    .filterIndices(target)
    .some(({ columns }) => (columns as readonly string[]).includes(propertyName));
  if (options.primary !== true && !isIndexed) return { ...binary, type: "longtext" } as const;
  return { ...binary, type: "varchar", length: longest(propertyName) } as const;
}

function longest(column: string): number {
  if (column.endsWith("tenant")) return 100;
  return /^(?:day|variant|currency|kind|state|status|alert|attempt_id|.*_(?:at|since))$/.test(column)
    ? 40
    : 300;
}
