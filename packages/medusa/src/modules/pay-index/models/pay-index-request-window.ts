import { model } from "@medusajs/framework/utils";

/** How many requests of one kind and sender arrived in the running window. */
export const PayIndexRequestWindow = model.define(
  { name: "payIndexRequestWindow", tableName: "pay_index_request_window" },
  {
    id: model.text().primaryKey(),
    requests: model.number(),
    ends_at: model.text(),
  },
);
