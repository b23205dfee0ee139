import type { Attempt } from "../../payment/attempt.ts";
import {
  type ClaimRequest,
  type Job,
  type JobFailure,
  type JobOutcome,
  jobAfterFailure,
  type LeasedJob,
} from "../../payment/job.ts";
import type {
  InboxEntry,
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentRead,
  PaymentStore,
} from "../../ports/store.ts";
import type { SqlConnection, SqlDriver, SqlParameters } from "./driver.ts";
import { buildLoadStatement } from "./load-statement.ts";
import { loadParameters, paymentFromRows } from "./payment-rows.ts";
import { jobRecord, notificationRecord, readAttempt, readJob } from "./records.ts";
import { SqlInstallationStore } from "./sql-installation-store.ts";
import * as sql from "./statements.ts";
import { writeChange } from "./write-change.ts";

/** A payment store in a SQL database. The driver has the differences between databases. */
export class SqlStore<Tx = never> extends SqlInstallationStore implements PaymentStore<Tx> {
  readonly #driver: SqlDriver<Tx>;

  constructor(driver: SqlDriver<Tx>) {
    super(driver);
    this.#driver = driver;
  }

  async book({ tenant, reference }: PaymentKey, read: PaymentRead = {}): Promise<Payment> {
    const text = buildLoadStatement(read);
    const rows = await this.#driver.read.all(text, { tenant, reference, ...loadParameters(read) });
    return paymentFromRows({ tenant, reference }, rows);
  }

  async find(orderNumber: string): Promise<Attempt | undefined> {
    const [row] = await this.#driver.read.all(sql.findAttempt, { order_number: orderNumber });
    return row === undefined ? undefined : readAttempt(row);
  }

  async findAll(orderNumbers: readonly string[]): Promise<readonly Attempt[]> {
    if (orderNumbers.length === 0) return [];
    const parameters = Object.fromEntries(orderNumbers.map((each, index) => [`order_${index}`, each]));
    return (await this.#driver.read.all(sql.findAttempts(orderNumbers.length), parameters)).map(readAttempt);
  }

  async commit(change: PaymentChange): Promise<"committed" | "stale"> {
    return this.#driver.write((connection) => writeChange(connection, change));
  }

  async receive(entry: InboxEntry): Promise<"new" | "open" | "settled"> {
    // Repeats are many and must not wait for a lock.
    const known = await notificationState(this.#driver.read, entry.id);
    if (known !== undefined) return known;
    const { id, tenant, reference, orderNumber: order_number } = entry;
    const received_at = entry.receivedAt.toISOString();
    const row = { id, tenant, reference, order_number, received_at, record: notificationRecord(entry) };
    return this.#driver.write(async (connection) => {
      if ((await connection.run(sql.insertNotification, row)) === 1) return "new";
      return (await notificationState(connection, id)) ?? "open";
    });
  }

  async unsettled(before: Date, limit: number): Promise<readonly PaymentKey[]> {
    const rows = await this.#driver.read.all(sql.listPendingPayments, {
      before: before.toISOString(),
      limit,
    });
    return rows.map(({ tenant, reference }) => ({ tenant: String(tenant), reference: String(reference) }));
  }

  async claim({ now, lease, limit, id }: ClaimRequest): Promise<readonly LeasedJob[]> {
    // A transaction that writes nothing takes the lock of a whole SQLite database all the same.
    if (id === undefined && !(await this.#finds(sql.findDueJob, { now: now.toISOString() }))) return [];
    const taking = { token: lease.token, until: lease.until.toISOString(), now: now.toISOString() };
    const rows = await this.#driver.write((connection) =>
      id === undefined
        ? connection.all(sql.claimDueJobs(this.#driver.skipLocked), { ...taking, limit })
        : connection.all(sql.claimOneJob, { ...taking, id }),
    );
    // What RETURNING returns comes in no order.
    return rows
      .map(readJob)
      .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
      .map((work) => ({ work, lease }));
  }

  async finish(workId: string, result: JobOutcome, tx?: Tx): Promise<boolean> {
    const parameters = { id: workId, result: JSON.stringify(result) };
    const end = async (connection: SqlConnection) =>
      (await connection.run(sql.completeJob, parameters)) === 1;
    return tx === undefined ? this.#driver.write(end) : end(this.#driver.within(tx));
  }

  async renew({ work: { id }, lease: { token } }: LeasedJob, until: Date): Promise<boolean> {
    const parameters = { id, token, until: until.toISOString() };
    const statement = sql.renewLease(this.#driver.skipLocked);
    return this.#driver.write(async (connection) => (await connection.run(statement, parameters)) === 1);
  }

  async postpone({ work, lease }: LeasedJob, next: JobFailure): Promise<void> {
    // Nobody but the holder of the lease changes the row, so what was leased is what is there.
    const later = jobAfterFailure(work, next);
    const { id, status, dueAt: due_at } = later;
    const parameters = { id, status, due_at, record: jobRecord(later), token: lease.token };
    await this.#driver.write((connection) => connection.run(sql.retryJobLater, parameters));
  }

  async parked(limit: number): Promise<readonly Job[]> {
    return (await this.#driver.read.all(sql.listReviewItems, { limit })).map(readJob);
  }

  async forget(before: Date, limit: number): Promise<number> {
    if (!(await this.#finds(sql.findOldNotification, { before: before.toISOString() }))) return 0;
    const parameters = { before: before.toISOString(), limit };
    const statement = sql.deleteOldNotifications(this.#driver.skipLocked);
    return this.#driver.write((connection) => connection.run(statement, parameters));
  }

  async #finds(statement: string, parameters: SqlParameters): Promise<boolean> {
    return (await this.#driver.read.all(statement, parameters)).length > 0;
  }
}

async function notificationState(
  connection: SqlConnection,
  id: string,
): Promise<"open" | "settled" | undefined> {
  const [row] = await connection.all(sql.findNotification, { id });
  if (row === undefined) return undefined;
  return row.settled === 1 ? "settled" : "open";
}
