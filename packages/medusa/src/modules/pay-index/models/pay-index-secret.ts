import { model } from "@medusajs/framework/utils";

/** A secret of the installation. */
export const PayIndexSecret = model.define(
  { name: "payIndexSecret", tableName: "pay_index_secret" },
  {
    version: model.number().primaryKey(),
    added_at: model.text(),
    secret: model.text(),
  },
);
