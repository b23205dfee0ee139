import { model } from "@medusajs/framework/utils";

/** The cycle that each transaction of a subscription paid, or that the transaction was refunded. */
export const PayIndexTransaction = model.define(
  { name: "payIndexTransaction", tableName: "pay_index_transaction" },
  {
    attempt_id: model.text().primaryKey(),
    transaction_id: model.text().primaryKey(),
    cycle: model.number().nullable(),
    refunded: model.number(),
  },
);
