import { model } from "@medusajs/framework/utils";

/** Its `created_at` is core's and text: Medusa puts one into every model, and the migration makes it what core's statements need. */
export const PayIndexJob = model
  .define(
    { name: "payIndexWork", tableName: "pay_index_job" },
    {
      id: model.text().primaryKey(),
      tenant: model.text(),
      reference: model.text(),
      attempt_id: model.text(),
      status: model.text(),
      due_at: model.text(),
      lease_token: model.text().nullable(),
      lease_until: model.text().nullable(),
      result: model.text().nullable(),
      record: model.text(),
    },
  )
  .indexes([
    { name: "pay_index_work_due", on: ["due_at"], where: "status = 'due'" },
    { name: "pay_index_work_of_attempt", on: ["attempt_id", "tenant", "reference"] },
    { name: "pay_index_work_parked", on: ["tenant", "reference"], where: "status = 'parked'" },
  ]);
