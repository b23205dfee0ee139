import { model } from "@medusajs/framework/utils";

/** What of a subscription a transaction has paid. */
export const PayIndexTransaction = model.define(
  { name: "payIndexTransaction", tableName: "pay_index_transaction" },
  {
    attempt_id: model.text().primaryKey(),
    transaction_id: model.text().primaryKey(),
    cycle: model.number(),
  },
);
