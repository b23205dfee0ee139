import { model } from "@medusajs/framework/utils";
import { storeTables } from "@pay-index/core/store";

const { columns, key } = storeTables.pay_index_attempt;

const properties = Object.entries(columns).map(([column, type]) => {
  const property = type.startsWith("text") ? model.text() : model.number();
  if (key.includes(column)) return [column, property.primaryKey()];
  return [column, type.endsWith(" or null") ? property.nullable() : property];
});

/** The table of the attempts, which Medusa links to orders and customers. Medusa adds its own columns to a model. */
export const PayIndexAttempt = model.define(
  { name: "payIndexAttempt", tableName: "pay_index_attempt" },
  Object.fromEntries(properties),
);
