/** All tables of a store. A book comes first, and what belongs to it after it; the installation's own two come last. */
export const ledgerTables = [
  "pay_index_book",
  "pay_index_payment",
  "pay_index_transaction",
  "pay_index_notification",
  "pay_index_work",
  "pay_index_secret",
  "pay_index_merchant",
] as const;

/** Gives no row, and fails where a table is missing: for shops whose own migrations make them. */
export const findTables = `SELECT 1 FROM ${ledgerTables.join(", ")} LIMIT 0`;
