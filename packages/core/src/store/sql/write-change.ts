import { type Attempt, noResultGroupOf, startMatchOf } from "../../payment/attempt.ts";
import { attemptCountsText } from "../../payment/attempt-counts.ts";
import { badSignAtOf } from "../../payment/gateway-signs.ts";
import { type JobOutcome, jobKindRules } from "../../payment/job.ts";
import { byCreation } from "../../payment/payment-link.ts";
import { lastRefundAtOf } from "../../payment/recorded-refunds.ts";
import { type ItemResolution, itemResolutionOfJobOutcome } from "../../payment/review-item.ts";
import { reviewKinds } from "../../payment/review-kinds.ts";
import { paidAtOf } from "../../payment/subscription/cycle.ts";
import type {
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentReadOptions,
  PaymentRecordCounts,
} from "../../ports/store.ts";
import {
  attemptFromRow,
  attemptRecordJson,
  cycleFromRow,
  jobFromRow,
  jobRow,
  linkFromRow,
  linkRow,
  notificationFromRow,
  reviewItemFromRow,
  reviewItemRow,
  transactionFromRow,
  transactionRow,
} from "./convert-rows.ts";
import { addToDailyCounts, countChangeColumns } from "./daily-counts.ts";
import type { SqlConnection, SqlRow, SqlValue } from "./driver.ts";
import { named } from "./staff-lists.ts";
import * as sql from "./statements.ts";

/** Writes a whole change. Run it as one transaction. */
export async function writeChange(
  connection: SqlConnection,
  change: PaymentChange,
): Promise<"committed" | "stale"> {
  if (!(await advanceVersion(connection, change))) return "stale";
  await writeAttempts(connection, change);
  for (const each of change.transactions)
    await connection.run(sql.insertTransactionSql, transactionRow(each));
  for (const { attemptId: attempt_id, transactionId: transaction_id } of change.queriedTransactions)
    await connection.run(sql.insertReportedTransactionSql, { transaction_id, attempt_id });
  for (const id of change.processed) await connection.run(sql.markNotificationProcessedSql, { id });
  for (const { job, lease } of change.jobs) {
    const leased = { lease_token: lease?.token ?? null, lease_until: lease?.until.toISOString() ?? null };
    await connection.run(sql.insertJobSql, { ...jobRow(job), ...leased });
  }
  for (const item of change.reviewItems) await connection.run(sql.insertReviewItemSql, reviewItemRow(item));
  for (const item of change.reopenedItems) await connection.run(sql.openReviewItemSql, reviewItemRow(item));
  for (const { id, outcome } of change.completedJobs) await completeJob(connection, id, outcome);
  for (const item of change.updatedItems) {
    const { id, record } = reviewItemRow(item);
    await connection.run(sql.updateReviewItemSql, { id, record });
  }
  for (const { id, resolution } of change.resolvedItems)
    await writeItemResolution(connection, id, resolution);
  for (const link of change.links) await connection.run(sql.upsertLinkSql, linkRow(link));
  return "committed";
}

/** Comes first: from here on the database makes every other change of this payment wait. */
async function advanceVersion(connection: SqlConnection, { tenant, reference, version }: PaymentChange) {
  const rows =
    version === 0
      ? await connection.run(sql.insertPaymentSql, { tenant, reference })
      : await connection.run(sql.advancePaymentVersionSql, { tenant, reference, version });
  return rows === 1;
}

async function writeAttempts(
  connection: SqlConnection,
  { tenant, reference, attempts, cycles }: PaymentChange,
): Promise<void> {
  for (const attempt of attempts) {
    const row = { ...attemptRow(attempt), tenant, reference };
    if ((await connection.run(sql.upsertAttemptSql, row)) !== 1)
      throw new Error(`Attempt ${attempt.attemptId} belongs to another payment.`);
  }
  for (const cycle of cycles) {
    const { attemptId: attempt_id, number } = cycle;
    const instants = {
      last_refund_at: lastRefundAtOf(cycle.facts) ?? null,
      paid_at: paidAtOf(cycle) ?? null,
    };
    const row = { attempt_id, number, tenant, reference, record: JSON.stringify(cycle), ...instants };
    if ((await connection.run(sql.upsertCycleSql, row)) !== 1)
      throw new Error(`Cycle ${number} of attempt ${attempt_id} belongs to another payment.`);
  }
}

function attemptRow(attempt: Attempt) {
  const match = startMatchOf(attempt);
  return {
    attempt_id: attempt.attemptId,
    number: attempt.number,
    merchant_tenant: attempt.merchantTenant,
    state: attempt.state,
    started_at: new Date(attempt.createdAt).toISOString(),
    answers_any_start: match?.kind === "any" ? 1 : 0,
    open_fingerprint: match?.kind === "same" ? match.fingerprint : null,
    no_result_group: noResultGroupOf(attempt) ?? null,
    counts: attemptCountsText(attempt),
    last_refund_at: lastRefundAtOf(attempt.facts) ?? null,
    bad_sign_at: badSignAtOf(attempt) ?? null,
    record: attemptRecordJson(attempt),
  };
}

/** Completes a job and resolves its review item. Returns false if it was completed before. */
export async function completeJob(
  connection: SqlConnection,
  id: string,
  outcome: JobOutcome,
): Promise<boolean> {
  const deleted = outcome.kind === "done" ? await connection.all(sql.deleteDoneJobSql, { id }) : [];
  const parameters = { id, outcome: JSON.stringify(outcome) };
  const [row] = deleted.length > 0 ? deleted : await connection.all(sql.completeJobSql, parameters);
  if (row === undefined) return false;
  if (row.review_item_id !== null)
    await writeItemResolution(connection, String(row.review_item_id), itemResolutionOfJobOutcome(outcome));
  return true;
}

export async function writeItemResolution(
  connection: SqlConnection,
  id: string,
  resolution: ItemResolution,
): Promise<void> {
  const alert_since = new Date(resolution.at).toISOString();
  await connection.run(sql.resolveReviewItemSql, { id, resolution: JSON.stringify(resolution), alert_since });
}

const ofPayment = "tenant = :tenant AND reference = :reference";
const tablesByAttempt = [
  "pay_index_transaction",
  "pay_index_reported_transaction",
  "pay_index_notification",
  "pay_index_job",
  "pay_index_review_item",
] as const;
const tablesByPayment = ["pay_index_cycle", "pay_index_link"] as const;
/** One statement names at most so many attempts. */
const attemptsAtOnce = 100;

/** Rows of a payment in one table: `FROM pay_index_job WHERE …`. */
interface PaymentRows {
  readonly table: (typeof tablesByAttempt)[number] | (typeof tablesByPayment)[number];
  readonly from: string;
  readonly parameters: Record<string, SqlValue>;
}

/**
 * Returns the rows of a payment besides the payment itself and its attempts, whose ids are given: for the attempts of a subquery, Postgres
 * reads the whole table.
 */
function rowsOfPayment(key: Record<string, SqlValue>, attemptIds: readonly string[]): PaymentRows[] {
  const chunks = Array.from({ length: Math.ceil(attemptIds.length / attemptsAtOnce) }, (_, index) =>
    attemptIds.slice(index * attemptsAtOnce, (index + 1) * attemptsAtOnce),
  );
  return [
    ...tablesByPayment.map((table) => ({ table, from: `FROM ${table} WHERE ${ofPayment}`, parameters: key })),
    ...chunks.flatMap((ids) =>
      tablesByAttempt.map((table) => ({
        table,
        from: `FROM ${table} WHERE attempt_id IN (${sql.attemptParameters(ids.length)})`,
        parameters: named("attempt", ids),
      })),
    ),
  ];
}

const itsAttempts = `FROM pay_index_attempt WHERE ${ofPayment} AND number > 0`;

async function attemptIdsOf(connection: Pick<SqlConnection, "all">, key: Record<string, SqlValue>) {
  const rows = await connection.all(`SELECT attempt_id ${itsAttempts}`, key);
  return rows.map(({ attempt_id: id }) => String(id));
}

/** Counts the records of a payment. */
export async function countRecords(
  connection: Pick<SqlConnection, "all">,
  { tenant, reference }: PaymentKey,
): Promise<PaymentRecordCounts> {
  const key = { tenant, reference };
  const attemptIds = await attemptIdsOf(connection, key);
  const counts: Partial<Record<PaymentRows["table"], number>> = {};
  for (const { table, from, parameters } of rowsOfPayment(key, attemptIds)) {
    const [row] = await connection.all(`SELECT COUNT(*) AS n ${from}`, parameters);
    counts[table] = (counts[table] ?? 0) + Number(row?.n ?? 0);
  }
  return {
    attempts: attemptIds.length,
    cycles: counts.pay_index_cycle ?? 0,
    links: counts.pay_index_link ?? 0,
    transactions: (counts.pay_index_transaction ?? 0) + (counts.pay_index_reported_transaction ?? 0),
    notifications: counts.pay_index_notification ?? 0,
    jobs: counts.pay_index_job ?? 0,
    reviewItems: counts.pay_index_review_item ?? 0,
  };
}

const findPending = `SELECT id FROM pay_index_notification WHERE ${ofPayment} AND processed = 0 LIMIT 1`;

/**
 * Deletes the row of the payment first: this locks the payment, and every other change of it is then stale. The daily counts keep what its
 * attempts count.
 */
export async function deletePayment(
  connection: SqlConnection,
  { tenant, reference, version }: PaymentKey & { readonly version: number },
): Promise<"deleted" | "stale"> {
  const key = { tenant, reference };
  if ((await connection.all(findPending, key)).length > 0) return "stale";
  const statement = `DELETE FROM pay_index_payment WHERE ${ofPayment} AND version = :version`;
  if ((await connection.run(statement, { ...key, version })) !== 1) return "stale";
  // The attempts come last, because others are found by them.
  for (const { from, parameters } of rowsOfPayment(key, await attemptIdsOf(connection, key)))
    await connection.run(`DELETE ${from}`, parameters);
  const deleted = `DELETE ${itsAttempts} RETURNING ${countChangeColumns}`;
  await addToDailyCounts(connection, await connection.all(deleted, key));
  return "deleted";
}

/** Returns the parameters of `buildLoadStatement`. */
export function buildLoadParameters(read: PaymentReadOptions): Record<string, SqlValue> {
  const { attemptIds = [], cycles = [], newest = 0, rank, startMatch, transactions = [] } = read;
  const parameters: Record<string, SqlValue> = {
    ...named("attempt", attemptIds),
    ...named("fingerprint", startMatch?.fingerprints ?? []),
  };
  for (const [index, { attemptId, transactionId }] of transactions.entries()) {
    parameters[`sale_${index}`] = attemptId;
    parameters[`transaction_${index}`] = transactionId;
  }
  for (const [index, { attemptId, number }] of cycles === "all" ? [] : cycles.entries()) {
    parameters[`cycle_attempt_${index}`] = attemptId;
    parameters[`cycle_${index}`] = number;
  }
  if (startMatch !== undefined) parameters.started_since = startMatch.since.toISOString();
  if (newest > 0) parameters.newest = newest;
  if (read.withoutResult) parameters.without_result = read.withoutResult;
  if (rank !== undefined) parameters.before_rank = rank - 1;
  return parameters;
}

/** The order of the rows of one part. The statement takes a third longer if the database sorts all parts together. */
function byPosition(a: SqlRow, b: SqlRow): number {
  return Number(a.number) - Number(b.number) || compareTexts(a.at, b.at) || compareTexts(a.id, b.id);
}

function compareTexts(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return String(a) < String(b) ? -1 : 1;
}

/** Leaves the kinds of a later release to it. */
function ofKinds(known: object, rows: readonly SqlRow[]): readonly SqlRow[] {
  return rows.filter(({ kind }) => Object.hasOwn(known, String(kind)));
}

/** Returns the payment from the rows of `buildLoadStatement`. */
export function paymentFromRows({ tenant, reference }: PaymentKey, rows: readonly SqlRow[]): Payment {
  const parts: Record<string, SqlRow[]> = {};
  for (const row of rows.toSorted(byPosition)) {
    parts[String(row.part)] ??= [];
    parts[String(row.part)]?.push(row);
  }
  const { payment, count, ranked, attempt = [], cycle = [], transaction = [] } = parts;
  const { notification = [], job = [], item = [], link = [] } = parts;
  const own = (row: SqlRow) => ({ ...row, tenant, reference, created_at: row.at });
  return {
    tenant,
    reference,
    version: Number(payment?.[0]?.number ?? 0),
    attempts: attempt.map((row) =>
      attemptFromRow({ ...own(row), attempt_id: row.id, state: row.status, started_at: row.at }),
    ),
    attemptCount: Number(count?.[0]?.number ?? 0),
    rankedAt: ranked?.[0] === undefined ? undefined : String(ranked[0].at),
    cycles: cycle.map(cycleFromRow),
    transactions: transaction.map(transactionFromRow),
    notifications: notification.map(notificationFromRow),
    links: link.map(linkFromRow).sort(byCreation),
    jobs: ofKinds(jobKindRules, job).map((row) => jobFromRow({ ...own(row), outcome: row.ended })),
    reviewItems: ofKinds(reviewKinds, item).map((row) =>
      reviewItemFromRow({ ...own(row), resolution: row.ended }),
    ),
  };
}
