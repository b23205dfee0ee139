import { model } from "@medusajs/framework/utils";

export const PayIndexAttempt = model
  .define(
    { name: "payIndexAttempt", tableName: "pay_index_attempt" },
    {
      attempt_id: model.text().primaryKey(),
      tenant: model.text(),
      reference: model.text(),
      number: model.number(),
      state: model.text(),
      started_at: model.text(),
      answers_any_start: model.number(),
      open_fingerprint: model.text().nullable(),
      no_result_group: model.number().nullable(),
      record: model.text(),
    },
  )
  .indexes([
    { name: "pay_index_attempt_number", on: ["tenant", "reference", "number"], where: "number > 0" },
    {
      name: "pay_index_attempt_state",
      on: ["tenant", "reference", "state", "number"],
      where: "state <> ''",
    },
    {
      name: "pay_index_attempt_any_start",
      on: ["tenant", "reference", "started_at"],
      where: "answers_any_start = 1",
    },
    {
      name: "pay_index_attempt_fingerprint",
      on: ["tenant", "reference", "open_fingerprint", "started_at"],
      where: "open_fingerprint IS NOT NULL",
    },
    {
      name: "pay_index_attempt_no_result",
      on: ["tenant", "reference", "no_result_group", "number"],
      where: "no_result_group IS NOT NULL",
    },
  ]);
