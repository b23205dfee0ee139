import { model } from "@medusajs/framework/utils";

export const PayIndexPayment = model.define(
  { name: "payIndexPayment", tableName: "pay_index_payment" },
  {
    tenant: model.text().primaryKey(),
    reference: model.text().primaryKey(),
    version: model.number(),
  },
);
