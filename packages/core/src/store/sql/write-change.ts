import { type Attempt, noResultGroupOf, startMatchOf } from "../../payment/attempt.ts";
import type { JobOutcome } from "../../payment/job.ts";
import { type ItemResolution, itemResolutionOfJobOutcome } from "../../payment/review-item.ts";
import type { PaymentChange } from "../../ports/store.ts";
import { jobRow, reviewItemRow, transactionRow } from "./convert-rows.ts";
import type { SqlConnection } from "./driver.ts";
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
  return "committed";
}

/** Comes first: from here on the database makes every other change of this payment wait. */
async function advanceVersion(
  connection: SqlConnection,
  { tenant, reference, version }: PaymentChange,
): Promise<boolean> {
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
    const row = { ...attemptColumns(attempt), tenant, reference, record: JSON.stringify(attempt) };
    if ((await connection.run(sql.upsertAttemptSql, row)) !== 1)
      throw new Error(`Attempt ${attempt.attemptId} belongs to another payment.`);
  }
  for (const cycle of cycles) {
    const { attemptId: attempt_id, number } = cycle;
    const row = { attempt_id, number, tenant, reference, record: JSON.stringify(cycle) };
    if ((await connection.run(sql.upsertCycleSql, row)) !== 1)
      throw new Error(`Cycle ${number} of attempt ${attempt_id} belongs to another payment.`);
  }
}

/** The columns that statements select an attempt by. */
function attemptColumns(attempt: Attempt) {
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
  };
}

/** Completes a job and resolves its review item. Returns false if it was completed before. */
export async function completeJob(
  connection: SqlConnection,
  id: string,
  outcome: JobOutcome,
): Promise<boolean> {
  const [row] = await connection.all(sql.completeJobSql, { id, outcome: JSON.stringify(outcome) });
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
  await connection.run(sql.resolveReviewItemSql, { id, resolution: JSON.stringify(resolution) });
}
