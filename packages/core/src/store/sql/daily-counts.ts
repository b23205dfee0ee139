import {
  type CountChange,
  type CountName,
  countNames,
  countsFrom,
  type DailyCount,
  sumCountChanges,
} from "../../payment/attempt-counts.ts";
import type { DailyCountSelection } from "../../ports/staff-store.ts";
import type { SqlConnection, SqlRow, SqlValue } from "./driver.ts";
import { isOfTenant } from "./staff-lists.ts";
import { attemptParameters } from "./statements.ts";

/** `paidMinor` is `paid_minor`. */
const columnByName = Object.fromEntries(
  countNames.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
) as Readonly<Record<CountName, string>>;

const countColumns = Object.values(columnByName);

/** What `countChangeFromRow` reads. */
export const countChangeColumns = "started_at, merchant_tenant, counts, counted";

function countChangeFromRow(row: SqlRow): CountChange {
  const { started_at: startedAt, merchant_tenant: merchantTenant, counts, counted } = row;
  return {
    startedAt: String(startedAt),
    merchantTenant: String(merchantTenant),
    counts: String(counts),
    counted: String(counted),
  };
}

/** Names the condition of its index. The row locks make a commit wait for a moment, and skip the attempts that a commit has locked. */
export function buildListUncountedSql(skipLocked = ""): string {
  return `SELECT attempt_id, ${countChangeColumns} FROM pay_index_attempt
WHERE uncounted_since IS NOT NULL ORDER BY uncounted_since LIMIT :limit ${skipLocked}`;
}

/** The same text for any number of attempts: a database prepares it once. */
function buildMarkCountedSql(limit: number): string {
  return `UPDATE pay_index_attempt SET counted = counts, uncounted_since = NULL WHERE attempt_id IN (${attemptParameters(limit)})`;
}

/** Counts are decimal text: an INTEGER of Postgres has 32 bits, and drivers return greater numbers in different ways. */
const addDailyCountSql = `INSERT INTO pay_index_daily_count (day, merchant_tenant, variant, currency, ${countColumns.join(", ")})
VALUES (:day, :merchant_tenant, :variant, :currency, ${countColumns.map((column) => `:${column}`).join(", ")})
ON CONFLICT (day, merchant_tenant, variant, currency) DO UPDATE SET ${countColumns
  .map(
    (column) =>
      `${column} = CAST(CAST(pay_index_daily_count.${column} AS NUMERIC) + CAST(excluded.${column} AS NUMERIC) AS TEXT)`,
  )
  .join(",\n  ")}`;

/** Counts up to `limit` attempts, and returns their number. Run it as one transaction. */
export async function countAttempts(
  connection: SqlConnection,
  limit: number,
  skipLocked: string | undefined,
): Promise<number> {
  const rows = await connection.all(buildListUncountedSql(skipLocked), { limit });
  if (rows.length === 0) return 0;
  const parameters: Record<string, SqlValue> = {};
  for (let index = 0; index < limit; index++)
    parameters[`attempt_${index}`] = String(rows[Math.min(index, rows.length - 1)]?.attempt_id);
  await connection.run(buildMarkCountedSql(limit), parameters);
  await addToDailyCounts(connection, rows);
  return rows.length;
}

/** @param rows with `countChangeColumns` */
export async function addToDailyCounts(connection: SqlConnection, rows: readonly SqlRow[]): Promise<void> {
  for (const sum of sumCountChanges(rows.map(countChangeFromRow))) {
    const { day, merchantTenant: merchant_tenant, variant, currency } = sum;
    const counts = Object.fromEntries(countNames.map((name) => [columnByName[name], String(sum[name])]));
    await connection.run(addDailyCountSql, { day, merchant_tenant, variant, currency, ...counts });
  }
}

/** The tenants are named `:tenant_0`, `:tenant_1` … */
export function buildReadDailyCountsSql({ tenants }: Pick<DailyCountSelection, "tenants">): string {
  const sums = countColumns.map((column) => `CAST(SUM(CAST(${column} AS NUMERIC)) AS TEXT) AS ${column}`);
  return `SELECT day, variant, currency, ${sums.join(", ")} FROM pay_index_daily_count
WHERE day >= :first AND day <= :last${isOfTenant(tenants, "merchant_tenant")}
GROUP BY day, variant, currency ORDER BY day, variant, currency`;
}

export function dailyCountFromRow(row: SqlRow): DailyCount {
  return {
    day: String(row.day),
    variant: String(row.variant) as DailyCount["variant"],
    currency: String(row.currency),
    ...countsFrom((name) => BigInt(String(row[columnByName[name]]))),
  };
}
