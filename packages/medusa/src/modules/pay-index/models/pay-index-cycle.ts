import { model } from "@medusajs/framework/utils";

/** The later cycles of a subscription. They belong to the attempt that started it. */
export const PayIndexCycle = model
  .define(
    { name: "payIndexCycle", tableName: "pay_index_cycle" },
    {
      attempt_id: model.text().primaryKey(),
      number: model.number().primaryKey(),
      tenant: model.text(),
      reference: model.text(),
      record: model.text(),
    },
  )
  .indexes([{ name: "pay_index_cycle_payment", on: ["tenant", "reference", "number"] }]);
