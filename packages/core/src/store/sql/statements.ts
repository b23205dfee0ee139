import { jobKindRules, jobKindsDeletedWhenDone } from "../../payment/job.ts";
import type { ReviewItem } from "../../payment/review-item.ts";
import { reviewKinds } from "../../payment/review-kinds.ts";
import { attemptColumns, itemColumns, jobColumns } from "./convert-rows.ts";
import type { StoreTableName } from "./tables.ts";

/** One text for SQLite and for Postgres. Times compare as text, because all of them are ISO-8601 in UTC of equal length. */

/** Inserts a row whose values have the names of their columns. */
function insertInto(table: StoreTableName, columns: string): string {
  return `INSERT INTO ${table} (${columns})\nVALUES (${columns.replace(/\w+/g, ":$&")})`;
}

/** This and `advancePaymentVersionSql` change no row if another process was faster: then the change was planned from a stale payment. */
export const insertPaymentSql = `INSERT INTO pay_index_payment (tenant, reference, version) VALUES (:tenant, :reference, 1)
ON CONFLICT (tenant, reference) DO NOTHING`;

export const advancePaymentVersionSql = `UPDATE pay_index_payment SET version = version + 1
WHERE tenant = :tenant AND reference = :reference AND version = :version`;

/** Changes no row if the attempt belongs to another payment. */
export const upsertAttemptSql = `INSERT INTO pay_index_attempt
(attempt_id, tenant, reference, number, merchant_tenant, state, started_at, answers_any_start, open_fingerprint, no_result_group, record,
  counts, counted, uncounted_since, last_refund_at, bad_sign_at)
VALUES (:attempt_id, :tenant, :reference, :number, :merchant_tenant, :state, :started_at, :answers_any_start, :open_fingerprint,
  :no_result_group, :record, :counts, '', :started_at, :last_refund_at, :bad_sign_at)
ON CONFLICT (attempt_id) DO UPDATE SET number = excluded.number, state = excluded.state,
  answers_any_start = excluded.answers_any_start, open_fingerprint = excluded.open_fingerprint,
  no_result_group = excluded.no_result_group, record = excluded.record, counts = excluded.counts,
  uncounted_since = CASE WHEN pay_index_attempt.counted = excluded.counts THEN NULL ELSE excluded.started_at END,
  last_refund_at = excluded.last_refund_at, bad_sign_at = excluded.bad_sign_at
WHERE pay_index_attempt.tenant = excluded.tenant AND pay_index_attempt.reference = excluded.reference`;

/** Changes no row if the cycle belongs to another payment. */
export const upsertCycleSql = `${insertInto("pay_index_cycle", "attempt_id, number, tenant, reference, record, last_refund_at, paid_at")}
ON CONFLICT (attempt_id, number) DO UPDATE SET
  record = excluded.record, last_refund_at = excluded.last_refund_at, paid_at = excluded.paid_at
WHERE pay_index_cycle.tenant = excluded.tenant AND pay_index_cycle.reference = excluded.reference`;

export const findLinkSql = "SELECT link_id AS id, record FROM pay_index_link WHERE link_id = :link_id";

export const upsertLinkSql = `${insertInto("pay_index_link", "link_id, tenant, reference, record")}
ON CONFLICT (link_id) DO UPDATE SET record = excluded.record`;

/** A transaction is used once. */
export const insertTransactionSql = `${insertInto("pay_index_transaction", "attempt_id, transaction_id, cycle, refunded")}
ON CONFLICT (attempt_id, transaction_id) DO NOTHING`;

export const findAttemptSql = `SELECT ${attemptColumns} FROM pay_index_attempt WHERE attempt_id = :attempt_id`;

/** Returns the names of the parameters for so many attempts: `:attempt_0, :attempt_1` … */
export function attemptParameters(count: number): string {
  return Array.from({ length: count }, (_, index) => `:attempt_${index}`).join(", ");
}

export function buildFindAttemptsSql(count: number): string {
  return `SELECT ${attemptColumns} FROM pay_index_attempt WHERE attempt_id IN (${attemptParameters(count)})`;
}

export const findNotificationSql = "SELECT processed FROM pay_index_notification WHERE id = :id";

export const insertNotificationSql = `INSERT INTO pay_index_notification
(id, tenant, reference, attempt_id, received_at, processed, record)
VALUES (:id, :tenant, :reference, :attempt_id, :received_at, 0, :record)
ON CONFLICT (id) DO NOTHING`;

export const insertReportedTransactionSql = `${insertInto("pay_index_reported_transaction", "transaction_id, attempt_id")}
ON CONFLICT (transaction_id, attempt_id) DO NOTHING`;

/** The payment has its fact from now on. The row only tells that the notification has arrived. */
export const markNotificationProcessedSql =
  "UPDATE pay_index_notification SET processed = 1, tenant = '', reference = '', record = '' WHERE id = :id";

export const listPendingNotificationPaymentsSql = `SELECT tenant, reference FROM pay_index_notification
WHERE processed = 0 AND received_at < :before
GROUP BY tenant, reference ORDER BY MIN(received_at), tenant, reference LIMIT :limit`;

/**
 * Finds a row that `buildDeleteOldNotificationsSql` would delete. Without the order, a plan that Postgres makes for any values reads the whole
 * table: it expects to find a row soon.
 */
export const findOldNotificationSql =
  "SELECT id FROM pay_index_notification WHERE processed = 1 AND received_at < :before ORDER BY received_at LIMIT 1";

/**
 * Selects the rows first, as `buildClaimDueJobsSql` does: two processes delete different rows, and neither waits. In both, the limit is a part of the
 * text, because Postgres reads the whole table for a limit that it does not know.
 */
export function buildDeleteOldNotificationsSql(limit: number, skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_notification WHERE processed = 1 AND received_at < :before
  ORDER BY received_at LIMIT ${limit} ${skipLocked}
) DELETE FROM pay_index_notification WHERE id IN (SELECT id FROM chosen)`;
}

export const insertJobSql = `${insertInto("pay_index_job", `${jobColumns}, lease_token, lease_until`)}
ON CONFLICT (id) DO NOTHING`;

const leaseIsFree = "(lease_until IS NULL OR lease_until <= :now)";
const setLease = "UPDATE pay_index_job SET lease_token = :token, lease_until = :until";

/** Selects the rows once, before it changes any: Postgres can run a subquery in the WHERE clause repeatedly. */
export function buildClaimDueJobsSql(
  asksGateway: boolean | undefined,
  limit: number,
  skipLocked = "",
): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_job WHERE status = 'due' AND due_at <= :now AND ${leaseIsFree}${ofGroup(asksGateway)}
  ORDER BY due_at, id LIMIT ${limit} ${skipLocked}
) ${setLease} WHERE id IN (SELECT id FROM chosen) RETURNING ${jobColumns}`;
}

/** Finds a row that `buildClaimDueJobsSql` would claim. */
export function buildFindDueJobSql(asksGateway: boolean | undefined): string {
  return `SELECT id FROM pay_index_job WHERE status = 'due' AND due_at <= :now AND ${leaseIsFree}${ofGroup(asksGateway)} ORDER BY due_at, id LIMIT 1`;
}

/** Leaves the kinds of a later release to it. The kinds are our own constants, so they are part of the statement. */
const isOneOf = (kinds: readonly string[]) => `kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`;

function ofGroup(asksGateway: boolean | undefined): string {
  const kinds = Object.entries(jobKindRules).filter(
    ([, rule]) => asksGateway === undefined || rule.asksGateway === asksGateway,
  );
  return ` AND ${isOneOf(kinds.map(([kind]) => kind))}`;
}

export const isKnownItem = isOneOf(Object.keys(reviewKinds));

export const claimJobSql = `${setLease} WHERE id = :id AND status <> 'completed' AND ${leaseIsFree} RETURNING ${jobColumns}`;

/** One statement that reads nothing, because it can be part of a host's transaction. */
export const completeJobSql = `UPDATE pay_index_job
SET status = 'completed', outcome = :outcome, lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'completed' RETURNING review_item_id`;

/** Changes no row of another kind. */
export const deleteDoneJobSql = `DELETE FROM pay_index_job
WHERE id = :id AND status <> 'completed' AND ${isOneOf(jobKindsDeletedWhenDone)} RETURNING review_item_id`;

/** Skips a row that a host's transaction is completing: a renewal must not wait for it while it has a connection. */
export function buildRenewLeaseSql(skipLocked = ""): string {
  return `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_job WHERE id = :id AND status <> 'completed' AND lease_token = :token ${skipLocked}
) UPDATE pay_index_job SET lease_until = CASE WHEN lease_until > :until THEN lease_until ELSE :until END
WHERE id IN (SELECT id FROM chosen)`;
}

/** This and `giveUpJobSql` change no row if the lease was lost. */
export const retryJobLaterSql = `UPDATE pay_index_job
SET status = 'due', due_at = :due_at, tries = tries + 1, problem = :problem, lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'completed' AND lease_token = :token RETURNING review_item_id`;

export const giveUpJobSql = `UPDATE pay_index_job
SET status = 'given-up', tries = tries + 1, problem = :problem, review_item_id = :review_item_id,
  lease_token = NULL, lease_until = NULL
WHERE id = :id AND status <> 'completed' AND lease_token = :token`;

const insertItem = insertInto("pay_index_review_item", `${itemColumns}, alert, alert_since`);

export const insertReviewItemSql = `${insertItem} ON CONFLICT (id) DO NOTHING`;

const keepIfOpen = (column: string) =>
  `${column} = CASE WHEN pay_index_review_item.status = 'open' THEN pay_index_review_item.${column} ELSE excluded.${column} END`;

/**
 * Opens an item, also if it was resolved. It is retried with the named job, if any. The status comes last, because MariaDB assigns from left to
 * right.
 */
export const openReviewItemSql = `${insertItem}
ON CONFLICT (id) DO UPDATE SET job_id = excluded.job_id, resolution = excluded.resolution,
  record = excluded.record, ${keepIfOpen("alert")}, ${keepIfOpen("alert_since")}, status = excluded.status`;

export const updateReviewItemSql = `UPDATE pay_index_review_item SET record = :record
WHERE id = :id AND status = 'open'`;

/** The alert: as `alertOfResolvedItem` returns it. */
export const resolveReviewItemSql = `UPDATE pay_index_review_item SET status = 'resolved', resolution = :resolution,
  alert = CASE WHEN alert = 'review-item-opened' THEN NULL ELSE 'review-item-resolved' END, alert_since = :alert_since
WHERE id = :id AND status = 'open'`;

export const findReviewItemSql = `SELECT ${itemColumns} FROM pay_index_review_item WHERE id = :id`;

/** The number of attempts that one run of `listRunningSubscriptionAttemptsSql` reads. */
export const subscriptionPageSize = 500;

export const listRunningSubscriptionAttemptsSql = `SELECT DISTINCT attempt_id FROM pay_index_job
WHERE kind = 'check-cycle' AND status <> 'completed' AND attempt_id > :after ORDER BY attempt_id LIMIT ${subscriptionPageSize}`;

export const buildListOpenReviewItemsSql = (
  kind?: ReviewItem["kind"],
) => `SELECT ${itemColumns} FROM pay_index_review_item WHERE status = 'open' AND ${kind === undefined ? isKnownItem : isOneOf([kind])}
ORDER BY CASE WHEN kind = 'no-result' THEN 1 ELSE 0 END, created_at, id LIMIT :limit`;
