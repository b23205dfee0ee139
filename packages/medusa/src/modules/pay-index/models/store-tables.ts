import { model } from "@medusajs/framework/utils";
import { type StoreTableName, storeIndexName, storeTables } from "@pay-index/core/store";

// Medusa finds a model only if it is an export. A test compares the models with the tables.
export const PayIndexActivity = defineModel("pay_index_activity");
export const PayIndexAlert = defineModel("pay_index_alert");
export const PayIndexAttempt = defineModel("pay_index_attempt");
export const PayIndexCycle = defineModel("pay_index_cycle");
export const PayIndexDailyCount = defineModel("pay_index_daily_count");
export const PayIndexJob = defineModel("pay_index_job");
export const PayIndexLink = defineModel("pay_index_link");
export const PayIndexMerchant = defineModel("pay_index_merchant");
export const PayIndexNotification = defineModel("pay_index_notification");
export const PayIndexPayment = defineModel("pay_index_payment");
export const PayIndexReportedTransaction = defineModel("pay_index_reported_transaction");
export const PayIndexRequestWindow = defineModel("pay_index_request_window");
export const PayIndexReviewItem = defineModel("pay_index_review_item");
export const PayIndexSecret = defineModel("pay_index_secret");
export const PayIndexTransaction = defineModel("pay_index_transaction");

/** `pay_index_review_item` becomes `payIndexReviewItem`. */
type ModelName<Table extends string> = Table extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<ModelName<Rest>>}`
  : Table;

function defineModel<Table extends StoreTableName>(tableName: Table) {
  const { columns, key, indexes = [] } = storeTables[tableName];
  // Medusa adds `created_at` to every model. The migration makes it text, as core's statements need it.
  const { created_at: _ofMedusa, ...own } = columns;
  const properties = Object.entries(own).map(([column, type]) => {
    const property = type.startsWith("text") ? model.text() : model.number();
    if (key.includes(column)) return [column, property.primaryKey()];
    return [column, type.endsWith(" or null") ? property.nullable() : property];
  });
  const name = tableName.replace(/_(\w)/g, (_start, letter: string) => letter.toUpperCase());
  return model.define({ name: name as ModelName<Table>, tableName }, Object.fromEntries(properties)).indexes(
    indexes.map((index) => ({
      name: storeIndexName(tableName, index),
      on: [...index.on],
      ...(index.where === undefined ? {} : { where: index.where }),
    })),
  );
}
