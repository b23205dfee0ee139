import { model } from "@medusajs/framework/utils";

/** Medusa adds `created_at` to every model. The migration makes it text, as core's statements need it. */
export const PayIndexJob = model
  .define(
    { name: "payIndexJob", tableName: "pay_index_job" },
    {
      id: model.text().primaryKey(),
      kind: model.text(),
      tenant: model.text(),
      reference: model.text(),
      attempt_id: model.text(),
      cycle: model.number().nullable(),
      dedupe_key: model.text(),
      status: model.text(),
      due_at: model.text(),
      tries: model.number(),
      problem: model.text().nullable(),
      outcome: model.text().nullable(),
      review_item_id: model.text().nullable(),
      lease_token: model.text().nullable(),
      lease_until: model.text().nullable(),
    },
  )
  .indexes([
    { name: "pay_index_job_due", on: ["due_at"], where: "status = 'due'" },
    { name: "pay_index_job_attempt", on: ["attempt_id", "tenant", "reference"] },
  ]);
