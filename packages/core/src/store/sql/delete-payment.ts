import type { PaymentKey, PaymentRecordCounts } from "../../ports/store.ts";
import type { SqlConnection } from "./driver.ts";

const ofPayment = "tenant = :tenant AND reference = :reference";
const itsAttempts = `attempt_id IN (SELECT attempt_id FROM pay_index_attempt WHERE ${ofPayment} AND number > 0)`;

/** The rows of a payment in each table, besides the row of the payment itself. The attempts come last, because others are found by them. */
const rowsOf = {
  pay_index_cycle: ofPayment,
  pay_index_transaction: itsAttempts,
  pay_index_reported_transaction: itsAttempts,
  pay_index_notification: ofPayment,
  pay_index_job: `${itsAttempts} AND ${ofPayment}`,
  pay_index_review_item: `${itsAttempts} AND ${ofPayment}`,
  pay_index_attempt: `${ofPayment} AND number > 0`,
} as const;

type PaymentTable = keyof typeof rowsOf;

/** Counts the records of a payment. */
export async function countRecords(
  connection: Pick<SqlConnection, "all">,
  { tenant, reference }: PaymentKey,
): Promise<PaymentRecordCounts> {
  const count = async (table: PaymentTable) => {
    const statement = `SELECT COUNT(*) AS n FROM ${table} WHERE ${rowsOf[table]}`;
    return Number((await connection.all(statement, { tenant, reference }))[0]?.n);
  };
  return {
    attempts: await count("pay_index_attempt"),
    cycles: await count("pay_index_cycle"),
    transactions: (await count("pay_index_transaction")) + (await count("pay_index_reported_transaction")),
    notifications: await count("pay_index_notification"),
    jobs: await count("pay_index_job"),
    reviewItems: await count("pay_index_review_item"),
  };
}

const findPending = `SELECT id FROM pay_index_notification WHERE ${ofPayment} AND processed = 0 LIMIT 1`;

/** Deletes the row of the payment first: this locks the payment, and every other change of it is then stale. */
export async function deletePayment(
  connection: SqlConnection,
  { tenant, reference, version }: PaymentKey & { readonly version: number },
): Promise<"deleted" | "stale"> {
  const key = { tenant, reference };
  if ((await connection.all(findPending, key)).length > 0) return "stale";
  const statement = `DELETE FROM pay_index_payment WHERE ${ofPayment} AND version = :version`;
  if ((await connection.run(statement, { ...key, version })) !== 1) return "stale";
  for (const [table, rows] of Object.entries(rowsOf))
    await connection.run(`DELETE FROM ${table} WHERE ${rows}`, key);
  return "deleted";
}
