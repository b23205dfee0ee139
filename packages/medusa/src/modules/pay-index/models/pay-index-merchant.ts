import { model } from "@medusajs/framework/utils";

/** How much of a notification a merchant's gateway was found to sign. */
export const PayIndexMerchant = model.define(
  { name: "payIndexMerchant", tableName: "pay_index_merchant" },
  {
    tenant: model.text().primaryKey(),
    merchant_id: model.text().primaryKey(),
    sign_strength: model.number(),
  },
);
