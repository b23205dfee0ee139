import { model } from "@medusajs/framework/utils";

/** When the installation last swept, and last refused a notification with each code. */
export const PayIndexActivity = model.define(
  { name: "payIndexActivity", tableName: "pay_index_activity" },
  {
    name: model.text().primaryKey(),
    happened_at: model.text(),
  },
);
