import type { SqlConnection } from "./driver.ts";

/** All tables of a store: the payment first, then the tables that belong to it, last the four tables of the installation. */
export const storeTableNames = [
  "pay_index_payment",
  "pay_index_attempt",
  "pay_index_cycle",
  "pay_index_transaction",
  "pay_index_reported_transaction",
  "pay_index_notification",
  "pay_index_job",
  "pay_index_review_item",
  "pay_index_secret",
  "pay_index_merchant",
  "pay_index_request_window",
  "pay_index_activity",
] as const;

/**
 * Returns the tables that the database does not have, for shops whose own migrations create them.
 *
 * @throws what the database throws for another reason
 */
export function findMissingTables(read: Pick<SqlConnection, "all">): Promise<string[]> {
  return findMissingTablesByReading(storeTableNames, (table) =>
    read.all(`SELECT 1 FROM ${table} LIMIT 0`, {}),
  );
}

/**
 * Returns those tables that the database does not have, in their order.
 *
 * @param read reads from one table
 * @throws what `read` throws for another reason
 */
export async function findMissingTablesByReading<Table>(
  tables: readonly Table[],
  read: (table: Table) => Promise<unknown>,
): Promise<Table[]> {
  const missing: Table[] = [];
  for (const table of tables) {
    try {
      await read(table);
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      missing.push(table);
    }
  }
  return missing;
}

const undefinedTable = "42P01";

/** Returns whether Postgres or SQLite reported a table that does not exist, also if a driver has wrapped the error. */
function isTableMissing(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message, cause, driverError } = error as Readonly<Record<string, unknown>>;
  if (code === undefinedTable || /no such table/i.test(String(message))) return true;
  return isTableMissing(cause) || isTableMissing(driverError);
}
