/** One text for SQLite and for Postgres. Times compare as text, because all of them are ISO-8601 in UTC of equal length. */

/** This and `advanceBook` change no row when somebody else was faster: then the change was made on a stale book. */
export const insertPayment = `INSERT INTO pay_index_book (tenant, reference, version) VALUES (:tenant, :reference, 1)
ON CONFLICT (tenant, reference) DO NOTHING`;

export const advancePaymentVersion = `UPDATE pay_index_book SET version = version + 1
WHERE tenant = :tenant AND reference = :reference AND version = :version`;

/** Changes no row when the order number is in another book. */
export const upsertAttempt = `INSERT INTO pay_index_payment
(order_number, cycle, tenant, reference, attempt, state, started_at, answers, unanswered, record)
VALUES (:order_number, :cycle, :tenant, :reference, :attempt, :state, :started_at, :answers, :unanswered, :record)
ON CONFLICT (order_number, cycle) DO UPDATE SET attempt = excluded.attempt, state = excluded.state,
  answers = excluded.answers, unanswered = excluded.unanswered, record = excluded.record
WHERE pay_index_payment.tenant = excluded.tenant AND pay_index_payment.reference = excluded.reference`;

/** One that has paid already stays what it is. */
export const insertTransaction = `INSERT INTO pay_index_transaction (order_number, transaction_id, cycle)
VALUES (:order_number, :transaction_id, :cycle)
ON CONFLICT (order_number, transaction_id) DO NOTHING`;

export const findAttempt =
  "SELECT order_number AS id, record FROM pay_index_payment WHERE order_number = :order_number AND cycle = 0";

/** The attempts are named `:order_0`, `:order_1` … */
export function findAttempts(count: number): string {
  const wanted = Array.from({ length: count }, (_, index) => `:order_${index}`).join(", ");
  return `SELECT order_number AS id, record FROM pay_index_payment WHERE cycle = 0 AND order_number IN (${wanted})`;
}

export const findNotification = "SELECT settled FROM pay_index_notification WHERE id = :id";

export const insertNotification = `INSERT INTO pay_index_notification
(id, tenant, reference, order_number, received_at, settled, record)
VALUES (:id, :tenant, :reference, :order_number, :received_at, 0, :record)
ON CONFLICT (id) DO NOTHING`;

export const markNotificationProcessed = "UPDATE pay_index_notification SET settled = 1 WHERE id = :id";

export const listPendingPayments = `SELECT tenant, reference FROM pay_index_notification
WHERE settled = 0 AND received_at < :before
GROUP BY tenant, reference ORDER BY MIN(received_at), tenant, reference LIMIT :limit`;

/** Finds a row that `forgetNotifications` would delete. */
export const findOldNotification =
  "SELECT id FROM pay_index_notification WHERE settled = 1 AND received_at < :before LIMIT 1";

/** Chosen first, as in `claimDueWork`: of two that forget at once, each takes other rows and neither waits. */
export function deleteOldNotifications(skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_notification WHERE settled = 1 AND received_at < :before
  ORDER BY received_at LIMIT :limit ${skipLocked}
) DELETE FROM pay_index_notification WHERE id IN (SELECT id FROM chosen)`;
}

export const insertJob = `INSERT INTO pay_index_work
(id, tenant, reference, order_number, status, due_at, created_at, lease_token, lease_until, result, record)
VALUES (:id, :tenant, :reference, :order_number, :status, :due_at, :created_at, :lease_token, :lease_until, :result, :record)
ON CONFLICT (id) DO NOTHING`;

const leaseIsFree = "(lease_until IS NULL OR lease_until <= :now)";
const setLease = "UPDATE pay_index_work SET lease_token = :token, lease_until = :until";
const returning = "RETURNING id, status, due_at, result, record";

/** The rows are chosen once, before any is changed: where the subquery stood in the WHERE, Postgres may run it again. */
export function claimDueJobs(skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_work WHERE status = 'due' AND due_at <= :now AND ${leaseIsFree}
  ORDER BY due_at, id LIMIT :limit ${skipLocked}
) ${setLease} WHERE id IN (SELECT id FROM chosen) ${returning}`;
}

/** Finds a row that `claimDueWork` would claim. */
export const findDueJob = `SELECT id FROM pay_index_work WHERE status = 'due' AND due_at <= :now AND ${leaseIsFree} LIMIT 1`;

export const claimOneJob = `${setLease} WHERE id = :id AND status <> 'done' AND ${leaseIsFree} ${returning}`;

/** `result` has its own column, so that ending work is one statement that needs to read nothing. */
export const completeJob = `UPDATE pay_index_work
SET status = 'done', result = :result, lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'done'`;

/** Passes over a row that a host's transaction is completing: a renewal must not wait for it with a connection in hand. */
export function renewLease(skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_work WHERE id = :id AND status <> 'done' AND lease_token = :token ${skipLocked}
) UPDATE pay_index_work SET lease_until = :until WHERE id IN (SELECT id FROM chosen)`;
}

/** Changes no row when the lease was lost. */
export const retryJobLater = `UPDATE pay_index_work
SET status = :status, due_at = :due_at, record = :record, lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'done' AND lease_token = :token`;

/** After its order number the id of an item names its kind. */
export const listReviewItems = `SELECT id, status, due_at, result, record FROM pay_index_work
WHERE status = 'parked'
ORDER BY CASE WHEN SUBSTR(id, LENGTH(order_number) + 1, 10) = '/no-result' THEN 1 ELSE 0 END, created_at, id
LIMIT :limit`;
