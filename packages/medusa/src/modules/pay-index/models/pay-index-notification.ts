import { model } from "@medusajs/framework/utils";

export const PayIndexNotification = model
  .define(
    { name: "payIndexNotification", tableName: "pay_index_notification" },
    {
      id: model.text().primaryKey(),
      tenant: model.text(),
      reference: model.text(),
      attempt_id: model.text(),
      received_at: model.text(),
      processed: model.number(),
      record: model.text(),
    },
  )
  .indexes([
    { name: "pay_index_notification_age", on: ["processed", "received_at"] },
    { name: "pay_index_notification_pending", on: ["tenant", "reference"], where: "processed = 0" },
  ]);
