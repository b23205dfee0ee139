import type { Attempt } from "../../payment/attempt.ts";
import type { JobOutcome, LeasedJob, ScheduledJobRetry } from "../../payment/job.ts";
import type { PaymentLink } from "../../payment/payment-link.ts";
import { itemResolutionOfScheduledRetry, type ReviewItem } from "../../payment/review-item.ts";
import type {
  GivenUpJobDetails,
  InboxEntry,
  InboxState,
  JobClaimRequest,
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentReadOptions,
  PaymentRecordCounts,
  PaymentStore,
} from "../../ports/store.ts";
import {
  attemptFromRow,
  jobFromRow,
  linkFromRow,
  notificationRecordJson,
  reviewItemFromRow,
  reviewItemRow,
} from "./convert-rows.ts";
import type { SqlConnection, SqlDriver, SqlParameters } from "./driver.ts";
import { buildLoadStatement } from "./load-statement.ts";
import { SqlStaffStore } from "./sql-staff-store.ts";
import { named } from "./staff-lists.ts";
import * as sql from "./statements.ts";
import {
  buildLoadParameters,
  completeJob,
  countRecords,
  deletePayment,
  paymentFromRows,
  writeChange,
  writeItemResolution,
} from "./write-change.ts";

/** A payment store in a SQL database. The driver has the differences between databases. */
export class SqlStore<Tx = never> extends SqlStaffStore implements PaymentStore<Tx> {
  readonly #driver: SqlDriver<Tx>;

  constructor(driver: SqlDriver<Tx>) {
    super(driver);
    this.#driver = driver;
  }

  async load({ tenant, reference }: PaymentKey, read: PaymentReadOptions = {}): Promise<Payment> {
    const text = buildLoadStatement(read);
    const rows = await this.#driver.read.all(text, { tenant, reference, ...buildLoadParameters(read) });
    return paymentFromRows({ tenant, reference }, rows);
  }

  async findAttempt(attemptId: string): Promise<Attempt | undefined> {
    const [row] = await this.#driver.read.all(sql.findAttemptSql, { attempt_id: attemptId });
    return row === undefined ? undefined : attemptFromRow(row);
  }

  async findAttempts(attemptIds: readonly string[]): Promise<readonly Attempt[]> {
    if (attemptIds.length === 0) return [];
    const statement = sql.buildFindAttemptsSql(attemptIds.length);
    return (await this.#driver.read.all(statement, named("attempt", attemptIds))).map(attemptFromRow);
  }

  async findLink(linkId: string): Promise<PaymentLink | undefined> {
    const [row] = await this.#driver.read.all(sql.findLinkSql, { link_id: linkId });
    return row === undefined ? undefined : linkFromRow(row);
  }

  async commit(change: PaymentChange): Promise<"committed" | "stale"> {
    return this.#driver.write((connection) => writeChange(connection, change));
  }

  async receive(entry: InboxEntry): Promise<InboxState> {
    // Repeated notifications are frequent and must not wait for a lock.
    const known = await notificationState(this.#driver.read, entry.id);
    if (known !== undefined) return known;
    const { id, tenant, reference, attemptId: attempt_id } = entry;
    const { transactionId: transaction_id } = entry.fact;
    const received_at = entry.receivedAt.toISOString();
    const row = { id, tenant, reference, attempt_id, received_at, record: notificationRecordJson(entry) };
    return this.#driver.write(async (connection) => {
      if ((await connection.run(sql.insertNotificationSql, row)) !== 1)
        return (await notificationState(connection, id)) ?? "pending";
      await connection.run(sql.insertReportedTransactionSql, { transaction_id, attempt_id });
      return "new";
    });
  }

  async listPendingPayments(before: Date, limit: number): Promise<readonly PaymentKey[]> {
    const parameters = { before: before.toISOString(), limit };
    const rows = await this.#driver.read.all(sql.listPendingNotificationPaymentsSql, parameters);
    return rows.map(({ tenant, reference }) => ({ tenant: String(tenant), reference: String(reference) }));
  }

  async claimDueJobs(claim: JobClaimRequest, limit: number): Promise<readonly LeasedJob[]> {
    // A transaction that writes nothing still locks a whole SQLite database.
    if (!(await this.#finds(sql.buildFindDueJobSql(claim.asksGateway), { now: claim.now.toISOString() })))
      return [];
    const statement = sql.buildClaimDueJobsSql(claim.asksGateway, limit, this.#driver.skipLocked);
    const rows = await this.#driver.write((connection) => connection.all(statement, claimParameters(claim)));
    // RETURNING has no order.
    return rows
      .map(jobFromRow)
      .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
      .map((job) => ({ job, lease: claim.lease }));
  }

  async claimJob(jobId: string, claim: JobClaimRequest): Promise<LeasedJob | undefined> {
    const parameters = { ...claimParameters(claim), id: jobId };
    const [row] = await this.#driver.write((connection) => connection.all(sql.claimJobSql, parameters));
    return row === undefined ? undefined : { job: jobFromRow(row), lease: claim.lease };
  }

  async completeJob(jobId: string, outcome: JobOutcome, tx?: Tx): Promise<boolean> {
    const complete = (connection: SqlConnection) => completeJob(connection, jobId, outcome);
    return tx === undefined ? this.#driver.write(complete) : complete(this.#driver.within(tx));
  }

  async renewLease({ job: { id }, lease: { token } }: LeasedJob, until: Date): Promise<boolean> {
    const parameters = { id, token, until: until.toISOString() };
    const statement = sql.buildRenewLeaseSql(this.#driver.skipLocked);
    return this.#driver.write(async (connection) => (await connection.run(statement, parameters)) === 1);
  }

  async retryJobLater({ job: { id }, lease: { token } }: LeasedJob, retry: ScheduledJobRetry) {
    const { dueAt, problem } = retry;
    const parameters = { id, token, due_at: dueAt.toISOString(), problem: JSON.stringify(problem) };
    return this.#driver.write(async (connection) => {
      const [row] = await connection.all(sql.retryJobLaterSql, parameters);
      if (row !== undefined && row.review_item_id !== null)
        await writeItemResolution(
          connection,
          String(row.review_item_id),
          itemResolutionOfScheduledRetry(retry),
        );
      return row !== undefined;
    });
  }

  async giveUpJob({ job: { id }, lease: { token } }: LeasedJob, givenUp: GivenUpJobDetails) {
    const { problem, reviewItem } = givenUp;
    const parameters = { id, token, problem: JSON.stringify(problem), review_item_id: reviewItem.id };
    return this.#driver.write(async (connection) => {
      if ((await connection.run(sql.giveUpJobSql, parameters)) !== 1) return false;
      const [known] = await connection.all(sql.findReviewItemSql, { id: reviewItem.id });
      await connection.run(sql.openReviewItemSql, reviewItemRow(reviewItem));
      return known?.status !== "open";
    });
  }

  async listReviewItems(limit: number, kind?: ReviewItem["kind"]): Promise<readonly ReviewItem[]> {
    return (await this.#driver.read.all(sql.buildListOpenReviewItemsSql(kind), { limit })).map(
      reviewItemFromRow,
    );
  }

  async findReviewItem(id: string): Promise<ReviewItem | undefined> {
    const [row] = await this.#driver.read.all(sql.findReviewItemSql, { id });
    return row === undefined ? undefined : reviewItemFromRow(row);
  }

  async listSubscriptionTenants(): Promise<readonly string[]> {
    const tenants = new Set<string>();
    for (let after = "", count = sql.subscriptionPageSize; count === sql.subscriptionPageSize; ) {
      const rows = await this.#driver.read.all(sql.listRunningSubscriptionAttemptsSql, { after });
      const attemptIds = rows.map(({ attempt_id: id }) => String(id));
      for (const { merchantTenant } of await this.findAttempts(attemptIds)) tenants.add(merchantTenant);
      after = attemptIds.at(-1) ?? after;
      count = attemptIds.length;
    }
    return [...tenants].sort();
  }

  async deleteProcessedNotifications(before: Date, limit: number): Promise<number> {
    const parameters = { before: before.toISOString() };
    if (!(await this.#finds(sql.findOldNotificationSql, parameters))) return 0;
    const statement = sql.buildDeleteOldNotificationsSql(limit, this.#driver.skipLocked);
    return this.#driver.write((connection) => connection.run(statement, parameters));
  }

  countPaymentRecords(key: PaymentKey): Promise<PaymentRecordCounts> {
    return countRecords(this.#driver.read, key);
  }

  deletePayment(payment: PaymentKey & { readonly version: number }): Promise<"deleted" | "stale"> {
    return this.#driver.write((connection) => deletePayment(connection, payment));
  }

  async #finds(statement: string, parameters: SqlParameters): Promise<boolean> {
    return (await this.#driver.read.all(statement, parameters)).length > 0;
  }
}

function claimParameters({ now, lease }: JobClaimRequest) {
  return { token: lease.token, until: lease.until.toISOString(), now: now.toISOString() };
}

async function notificationState(connection: SqlConnection, id: string) {
  const [row] = await connection.all(sql.findNotificationSql, { id });
  if (row === undefined) return undefined;
  return row.processed === 1 ? "processed" : "pending";
}
