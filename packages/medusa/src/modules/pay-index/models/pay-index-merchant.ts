import { model } from "@medusajs/framework/utils";

/** The strongest sign rule that a merchant's gateway has used. */
export const PayIndexMerchant = model.define(
  { name: "payIndexMerchant", tableName: "pay_index_merchant" },
  {
    tenant: model.text().primaryKey(),
    merchant_id: model.text().primaryKey(),
    sign_strength: model.number(),
  },
);
