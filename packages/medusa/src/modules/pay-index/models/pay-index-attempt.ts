import { model } from "@medusajs/framework/utils";

/** A payment is cycle 0 of its gateway order ID; the later cycles of a subscription stand beside it. */
export const PayIndexAttempt = model
  .define(
    { name: "payIndexPayment", tableName: "pay_index_attempt" },
    {
      attempt_id: model.text().primaryKey(),
      cycle: model.number().primaryKey(),
      tenant: model.text(),
      reference: model.text(),
      attempt: model.number(),
      state: model.text(),
      started_at: model.text(),
      answers: model.text(),
      unanswered: model.number(),
      record: model.text(),
    },
  )
  .indexes([
    { name: "pay_index_payment_of_book", on: ["tenant", "reference", "attempt"], where: "cycle = 0" },
    { name: "pay_index_payment_cycle", on: ["tenant", "reference", "cycle"], where: "cycle > 0" },
    {
      name: "pay_index_payment_state",
      on: ["tenant", "reference", "state", "attempt"],
      where: "attempt > 0",
    },
    {
      name: "pay_index_payment_answers",
      on: ["tenant", "reference", "answers", "started_at"],
      where: "answers <> 'none'",
    },
    {
      name: "pay_index_payment_unanswered",
      on: ["tenant", "reference", "unanswered", "attempt"],
      where: "unanswered > 0",
    },
  ]);
