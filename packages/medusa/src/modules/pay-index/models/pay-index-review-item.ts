import { model } from "@medusajs/framework/utils";

/** Medusa adds `created_at` to every model. The migration makes it text, as core's statements need it. */
export const PayIndexReviewItem = model
  .define(
    { name: "payIndexReviewItem", tableName: "pay_index_review_item" },
    {
      id: model.text().primaryKey(),
      kind: model.text(),
      tenant: model.text(),
      reference: model.text(),
      attempt_id: model.text(),
      cycle: model.number().nullable(),
      dedupe_key: model.text(),
      job_id: model.text().nullable(),
      status: model.text(),
      resolution: model.text().nullable(),
      record: model.text(),
    },
  )
  .indexes([
    { name: "pay_index_review_item_attempt", on: ["attempt_id", "tenant", "reference"] },
    { name: "pay_index_review_item_open", on: ["tenant", "reference"], where: "status = 'open'" },
  ]);
