import {
  type Job,
  type JobOutcome,
  jobKindRules,
  jobKindsDeletedWhenDone,
  type Lease,
  type LeasedJob,
} from "../payment/job.ts";
import type { JobClaimRequest, PaymentKey } from "../ports/store.ts";

/** Rows by their id, in the order in which they were added, with the payment that each belongs to: `paymentKeyText`. */
export class MemoryTable<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #rowsOfPayment = new Map<string, Map<string, Row>>();

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  getOfPayment(id: string, payment: string): Row | undefined {
    return this.#rowsOfPayment.get(payment)?.get(id);
  }

  /** Adds the row, or replaces the one with its id. */
  set(id: string, row: Row, payment: string): void {
    const own = this.#rowsOfPayment.get(payment) ?? new Map<string, Row>();
    this.#rowsOfPayment.set(payment, own.set(id, row));
    this.#rows.set(id, row);
  }

  /** Adds the row, unless one with its id exists. */
  insert(id: string, row: Row, payment: string): void {
    if (!this.#rows.has(id)) this.set(id, row, payment);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  ofPayment(payment: string): Row[] {
    return [...(this.#rowsOfPayment.get(payment)?.values() ?? [])];
  }

  delete(id: string, payment: string): void {
    this.#rows.delete(id);
    this.#rowsOfPayment.get(payment)?.delete(id);
  }

  deletePayment(payment: string): void {
    for (const id of this.#rowsOfPayment.get(payment)?.keys() ?? []) this.#rows.delete(id);
    this.#rowsOfPayment.delete(payment);
  }
}

export function paymentKeyText({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}

interface JobRow {
  job: Job;
  lease: Lease | undefined;
  /** The review item that opened when the job was given up. */
  reviewItemId?: string;
}

/** The jobs of `MemoryStore`, with their leases. */
export class MemoryJobs extends MemoryTable<JobRow> {
  claimDue({ now, lease, asksGateway }: JobClaimRequest, limit: number): readonly LeasedJob[] {
    const free = this.all()
      .filter(({ job }) => job.status === "due" && new Date(job.dueAt) <= now)
      .filter(({ job }) => asksGateway === undefined || jobKindRules[job.kind].asksGateway === asksGateway)
      .filter((row) => isUnleased(row, now))
      .sort((a, b) => (a.job.dueAt < b.job.dueAt ? -1 : 1))
      .slice(0, limit);
    for (const row of free) row.lease = lease;
    return free.map(({ job }) => ({ job, lease }));
  }

  claim(jobId: string, { now, lease }: JobClaimRequest): LeasedJob | undefined {
    const row = this.#open(jobId);
    if (row === undefined || !isUnleased(row, now)) return undefined;
    row.lease = lease;
    return { job: row.job, lease };
  }

  /** Completes a job, and returns its row. Undefined if it was completed before. */
  complete(jobId: string, outcome: JobOutcome): JobRow | undefined {
    const row = this.#open(jobId);
    if (row === undefined) return undefined;
    row.job = { ...row.job, status: "completed", outcome };
    row.lease = undefined;
    if (outcome.kind === "done" && jobKindsDeletedWhenDone.includes(row.job.kind))
      this.delete(jobId, paymentKeyText(row.job));
    return row;
  }

  renewLease({ job, lease }: LeasedJob, until: Date): boolean {
    const row = this.#open(job.id);
    if (row === undefined || row.lease?.token !== lease.token) return false;
    if (row.lease.until < until) row.lease = { ...lease, until };
    return true;
  }

  /** Changes a job and ends its lease, and returns its row. Undefined if the lease was lost. */
  endLease({ job, lease }: LeasedJob, change: (job: Job) => Job): JobRow | undefined {
    const row = this.#open(job.id);
    if (row === undefined || row.lease?.token !== lease.token) return undefined;
    row.job = change(row.job);
    row.lease = undefined;
    return row;
  }

  /** The row of a job that is not completed. */
  #open(jobId: string): JobRow | undefined {
    const row = this.get(jobId);
    return row?.job.status === "completed" ? undefined : row;
  }
}

function isUnleased({ lease }: JobRow, now: Date): boolean {
  return lease === undefined || lease.until <= now;
}
