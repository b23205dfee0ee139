import { model } from "@medusajs/framework/utils";

/** The attempts that each transaction of a notification was reported for. */
export const PayIndexReportedTransaction = model.define(
  { name: "payIndexReportedTransaction", tableName: "pay_index_reported_transaction" },
  {
    transaction_id: model.text().primaryKey(),
    attempt_id: model.text().primaryKey(),
  },
);
