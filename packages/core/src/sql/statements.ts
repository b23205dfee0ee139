/** One text for SQLite and for Postgres. Times compare as text, because all of them are ISO-8601 in UTC of equal length. */

/** This and `advanceBook` change no row when somebody else was faster: then the change was made on a stale book. */
export const insertBook = `INSERT INTO pay_index_book (tenant, reference, version) VALUES (:tenant, :reference, 1)
ON CONFLICT (tenant, reference) DO NOTHING`;

export const advanceBook = `UPDATE pay_index_book SET version = version + 1
WHERE tenant = :tenant AND reference = :reference AND version = :version`;

/** Changes no row when the order number is in another book. */
export const upsertPayment = `INSERT INTO pay_index_payment
(order_number, cycle, tenant, reference, attempt, state, record)
VALUES (:order_number, :cycle, :tenant, :reference, :attempt, :state, :record)
ON CONFLICT (order_number, cycle) DO UPDATE SET state = excluded.state, record = excluded.record
WHERE pay_index_payment.tenant = excluded.tenant AND pay_index_payment.reference = excluded.reference`;

/** One that has paid already stays what it is. */
export const insertTransaction = `INSERT INTO pay_index_transaction (order_number, transaction_id, cycle)
VALUES (:order_number, :transaction_id, :cycle)
ON CONFLICT (order_number, transaction_id) DO NOTHING`;

export const findPayment =
  "SELECT order_number AS id, record FROM pay_index_payment WHERE order_number = :order_number AND cycle = 0";

/**
 * A whole book in one statement: what one statement reads is of one moment in every database, without a transaction.
 * `part` says what a row is. The cycles are named `:order_0`, `:cycle_0`, `:order_1` …, the transactions `:sale_0`,
 * `:transaction_0` … Of the work of cycles, whose ids have `/cycle/` after the 20 characters of an order number, what is done is read
 * only with all of them.
 */
export function readBook(cycles: number | "all", transactions: number): string {
  const undone = cycles === "all" ? "" : "\nAND (status <> 'done' OR SUBSTR(id, 21, 7) <> '/cycle/')";
  const parts = [
    `SELECT 'work' AS part, 0 AS place, created_at AS at, id, record, status, due_at, result
FROM pay_index_work WHERE tenant = :tenant AND reference = :reference${undone}`,
    `SELECT 'book', version, '', '', '', NULL, NULL, NULL
FROM pay_index_book WHERE tenant = :tenant AND reference = :reference`,
    `SELECT 'payment', attempt, '', order_number, record, NULL, NULL, NULL
FROM pay_index_payment WHERE tenant = :tenant AND reference = :reference AND cycle = 0`,
    `SELECT 'notification', 0, received_at, id, record, NULL, NULL, NULL
FROM pay_index_notification WHERE tenant = :tenant AND reference = :reference AND settled = 0`,
  ];
  if (cycles !== 0) {
    parts.push(`SELECT 'cycle', cycle, '', order_number, record, NULL, NULL, NULL
FROM pay_index_payment WHERE tenant = :tenant AND reference = :reference AND cycle > 0${named(cycles)}`);
  }
  if (transactions !== 0) {
    parts.push(`SELECT 'transaction', cycle, transaction_id, order_number, '', NULL, NULL, NULL
FROM pay_index_transaction
WHERE (order_number, transaction_id) IN (VALUES ${pairs(transactions, (index) => `(:sale_${index}, :transaction_${index})`)})`);
  }
  return `${parts.join("\nUNION ALL\n")}\nORDER BY part, place, at, id`;
}

function named(cycles: number | "all"): string {
  if (cycles === "all") return "";
  const wanted = pairs(cycles, (index) => `(:order_${index}, CAST(:cycle_${index} AS INTEGER))`);
  return `\nAND (order_number, cycle) IN (VALUES ${wanted})`;
}

function pairs(count: number, pair: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => pair(index)).join(", ");
}

export const findNotification = "SELECT settled FROM pay_index_notification WHERE id = :id";

export const insertNotification = `INSERT INTO pay_index_notification
(id, tenant, reference, received_at, settled, record)
VALUES (:id, :tenant, :reference, :received_at, 0, :record)
ON CONFLICT (id) DO NOTHING`;

export const settleNotification = "UPDATE pay_index_notification SET settled = 1 WHERE id = :id";

export const listUnsettled = `SELECT tenant, reference FROM pay_index_notification
WHERE settled = 0 AND received_at < :before
GROUP BY tenant, reference ORDER BY MIN(received_at), tenant, reference LIMIT :limit`;

/** Chosen first, as in `claimDueWork`: of two that forget at once, each takes other rows and neither waits. */
export function forgetNotifications(skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_notification WHERE settled = 1 AND received_at < :before
  ORDER BY received_at LIMIT :limit ${skipLocked}
) DELETE FROM pay_index_notification WHERE id IN (SELECT id FROM chosen)`;
}

export const insertWork = `INSERT INTO pay_index_work
(id, tenant, reference, status, due_at, created_at, lease_token, lease_until, result, record)
VALUES (:id, :tenant, :reference, :status, :due_at, :created_at, :lease_token, :lease_until, :result, :record)
ON CONFLICT (id) DO NOTHING`;

const free = "(lease_until IS NULL OR lease_until <= :now)";
const leasing = "UPDATE pay_index_work SET lease_token = :token, lease_until = :until";
const returning = "RETURNING id, status, due_at, result, record";

/** The rows are chosen once, before any is changed: where the subquery stood in the WHERE, Postgres may run it again. */
export function claimDueWork(skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_work WHERE status = 'due' AND due_at <= :now AND ${free}
  ORDER BY due_at, id LIMIT :limit ${skipLocked}
) ${leasing} WHERE id IN (SELECT id FROM chosen) ${returning}`;
}

export const claimOneWork = `${leasing} WHERE id = :id AND status <> 'done' AND ${free} ${returning}`;

/** `result` has its own column, so that ending work is one statement that needs to read nothing. */
export const finishWork = `UPDATE pay_index_work
SET status = 'done', result = :result, lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'done'`;

/** Changes no row when the lease was lost. */
export const postponeWork = `UPDATE pay_index_work
SET status = :status, due_at = :due_at, record = :record, lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'done' AND lease_token = :token`;

/** A piece of work names its kind in its id. */
export const listParkedWork = `SELECT id, status, due_at, result, record FROM pay_index_work
WHERE status = 'parked'
ORDER BY CASE WHEN id LIKE '%/no-result' THEN 1 ELSE 0 END, created_at, id LIMIT :limit`;
