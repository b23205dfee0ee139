import {
  type AttemptSelection,
  type BacklogSelection,
  backlogLimit,
  type PaidCycle,
  type PaidCycleSelection,
  type RefundedCharge,
} from "../../ports/staff-store.ts";
import { attemptColumns, cycleFromRow, factsFromRow, itemColumns } from "./convert-rows.ts";
import type { SqlRow, SqlValue } from "./driver.ts";
import { isKnownItem } from "./statements.ts";

/** A statement with its parameters. */
interface Statement {
  readonly text: string;
  readonly parameters: Record<string, SqlValue>;
}

const newestFirst = "ORDER BY started_at DESC, attempt_id DESC LIMIT :limit";

/** Returns the statement of `listAttempts`. */
export function buildListAttemptsStatement(selection: AttemptSelection): Statement {
  const { tenants = [], search, period, after, limit } = selection;
  const chosen = search === undefined ? newestOfEach(selection) : found(selection);
  return {
    text: `WITH chosen AS MATERIALIZED (
${chosen}
)
SELECT ${attemptColumns.replace(/\w+/g, "pay_index_attempt.$&")}, CASE WHEN EXISTS (
  SELECT 1 FROM pay_index_review_item WHERE pay_index_review_item.attempt_id = pay_index_attempt.attempt_id
  AND pay_index_review_item.tenant = pay_index_attempt.tenant
  AND pay_index_review_item.reference = pay_index_attempt.reference AND status = 'open'
) THEN 1 ELSE 0 END AS is_open
FROM chosen CROSS JOIN pay_index_attempt WHERE pay_index_attempt.attempt_id = chosen.attempt_id
ORDER BY pay_index_attempt.started_at DESC, pay_index_attempt.attempt_id DESC`,
    parameters: {
      ...named("tenant", tenants),
      ...(search === undefined ? {} : { text: search.text, ...named("reference", search.references) }),
      ...(period === undefined
        ? {}
        : { from: period.from.toISOString(), before: period.before.toISOString() }),
      ...(after === undefined ? {} : { after_at: startedAt(after), after_id: after.attemptId }),
      limit,
    },
  };
}

/** The statement compares texts, so the instant has the form of the column. */
function startedAt({ createdAt }: { readonly createdAt: string }): string {
  return new Date(createdAt).toISOString();
}

/** Each arm reads the newest rows of one state and tenant from an index. Each names the condition of its index. */
function newestOfEach({ states, tenants, period, after }: AttemptSelection): string {
  const arms = states.flatMap((state) => {
    const ofState = `state = '${state}'${isInPeriod(period)}${isAfter(after)}`;
    return tenants === undefined
      ? [`attempt_id > '' AND ${ofState}`]
      : tenants.map((_, index) => `started_at > '' AND merchant_tenant = :tenant_${index} AND ${ofState}`);
  });
  const rows = arms.map(
    (condition, index) => `SELECT * FROM (SELECT attempt_id, started_at FROM pay_index_attempt
WHERE ${condition} ${newestFirst}) AS arm_${index}`,
  );
  return `SELECT attempt_id FROM (\n${rows.join("\nUNION ALL\n")}\n) AS newest ${newestFirst}`;
}

function found({ states, tenants, search, period, after }: AttemptSelection): string {
  const references = [":text", ...(search?.references ?? []).map((_, index) => `:reference_${index}`)];
  const isState = `state IN (${states.map((state) => `'${state}'`).join(", ")})`;
  return `SELECT pay_index_attempt.attempt_id FROM (
SELECT CAST(:text AS TEXT) AS attempt_id
UNION SELECT attempt_id FROM pay_index_reported_transaction WHERE transaction_id = :text
UNION SELECT attempt_id FROM pay_index_attempt WHERE number > 0 AND reference IN (${references.join(", ")})
) AS matching CROSS JOIN pay_index_attempt
WHERE pay_index_attempt.attempt_id = matching.attempt_id AND ${isState}${isOfTenant(tenants, "merchant_tenant")}${isInPeriod(period)}${isAfter(after, "pay_index_attempt.")}
ORDER BY started_at DESC, pay_index_attempt.attempt_id DESC LIMIT :limit`;
}

function isInPeriod(period: AttemptSelection["period"]): string {
  return period === undefined ? "" : " AND started_at >= :from AND started_at < :before";
}

function isAfter(after: AttemptSelection["after"], table = ""): string {
  return after === undefined ? "" : ` AND (started_at, ${table}attempt_id) < (:after_at, :after_id)`;
}

export function isOfTenant(
  tenants: AttemptSelection["tenants"],
  column: "tenant" | "merchant_tenant",
): string {
  if (tenants === undefined) return "";
  // Postgres takes no empty list.
  if (tenants.length === 0) return " AND 1 = 0";
  return ` AND ${column} IN (${tenants.map((_, index) => `:tenant_${index}`).join(", ")})`;
}

export function named(name: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`${name}_${index}`, value]));
}

/** Returns the statement of `readBacklogs`: a row for each part. It counts one row more than the limit. */
export function buildReadBacklogsStatement({ dueBefore, tenants }: BacklogSelection): Statement {
  const ofTenant = isOfTenant(tenants, "tenant");
  const arrived = (processed: 0 | 1) => `SELECT * FROM (SELECT received_at FROM pay_index_notification
WHERE processed = ${processed} ORDER BY received_at DESC LIMIT 1) AS processed_${processed}`;
  return {
    text: `SELECT 'jobs' AS part, COUNT(*) AS count, MIN(due_at) AS at FROM (SELECT due_at FROM pay_index_job
WHERE status = 'due' AND due_at <= :due_before${ofTenant} ORDER BY due_at LIMIT :limit) AS overdue
UNION ALL SELECT 'items', COUNT(*), MIN(created_at) FROM (SELECT created_at FROM pay_index_review_item
WHERE status = 'open' AND created_at > ''${ofTenant} ORDER BY created_at LIMIT :limit) AS open_items
UNION ALL SELECT 'notification', COUNT(*), MAX(received_at) FROM (
${arrived(0)}\nUNION ALL\n${arrived(1)}\n) AS arrived`,
    parameters: {
      due_before: dueBefore.toISOString(),
      limit: backlogLimit + 1,
      ...named("tenant", tenants ?? []),
    },
  };
}

/** Each arm reads the next rows of an index. A sale is cycle 1, so it comes before the later cycles of its attempt. */
export const listRefundedChargesSql = `SELECT * FROM (SELECT attempt_id AS id, 1 AS number, last_refund_at, record FROM pay_index_attempt
WHERE last_refund_at IS NOT NULL AND (last_refund_at, attempt_id) > (:after_at, :after_id)
ORDER BY last_refund_at, attempt_id LIMIT :limit) AS of_attempts
UNION ALL
SELECT * FROM (SELECT attempt_id AS id, number, last_refund_at, record FROM pay_index_cycle
WHERE last_refund_at IS NOT NULL AND (last_refund_at, attempt_id, number) > (:after_at, :after_id, :after_number)
ORDER BY last_refund_at, attempt_id, number LIMIT :limit) AS of_cycles
ORDER BY 3, 1, 2 LIMIT :limit`;

/** Reads a row of `listRefundedChargesSql`. */
export function refundedChargeFromRow(row: SqlRow): RefundedCharge {
  const { id, number, last_refund_at: lastRefundAt } = row;
  const charge = { attemptId: String(id), number: Number(number), lastRefundAt: String(lastRefundAt) };
  return { ...charge, facts: factsFromRow(row) };
}

export const listPaidCyclesSql = `SELECT attempt_id AS id, number, paid_at, record FROM pay_index_cycle
WHERE paid_at IS NOT NULL AND (paid_at, attempt_id, number) > (:after_at, :after_id, :after_number) AND paid_at < :before
ORDER BY paid_at, attempt_id, number LIMIT :limit`;

/** Returns the parameters of `listPaidCyclesSql`. */
export function paidCycleParameters({ after, before, limit }: PaidCycleSelection) {
  const { paidAt, attemptId, number } = after;
  return { after_at: paidAt, after_id: attemptId, after_number: number, before: before.toISOString(), limit };
}

/** Reads a row of `listPaidCyclesSql`. */
export function paidCycleFromRow(row: SqlRow): PaidCycle {
  const { attemptId, number, facts } = cycleFromRow(row);
  return { attemptId, number, paidAt: String(row.paid_at), facts };
}

export const listCreatedReviewItemsSql = `SELECT ${itemColumns} FROM pay_index_review_item
WHERE id > '' AND (created_at, id) > (:after_at, :after_id) AND created_at < :before AND ${isKnownItem}
ORDER BY created_at, id LIMIT :limit`;
