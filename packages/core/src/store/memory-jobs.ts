import {
  type JobOutcome,
  jobKindRules,
  type LeasedJob,
  type ScheduledJobRetry,
  withGivenUpStatus,
  withScheduledRetry,
} from "../payment/job.ts";
import { itemResolutionOfJobOutcome, itemResolutionOfScheduledRetry } from "../payment/review-item.ts";
import type { GivenUpJobDetails, JobClaimRequest, PaymentChange } from "../ports/store.ts";
import { isJobUnleased, type JobRecord, type MemoryPaymentRecord } from "./memory-payment-record.ts";
import type { MemoryReviewItems } from "./memory-review-items.ts";

/** The jobs of all payments in a memory store. */
export class MemoryJobs {
  readonly #items: MemoryReviewItems;
  readonly #paymentOfJob = new Map<string, MemoryPaymentRecord>();

  constructor(items: MemoryReviewItems) {
    this.#items = items;
  }

  /** Adds a job, unless one with its ID exists. */
  insert(record: MemoryPaymentRecord, { job, lease }: PaymentChange["jobs"][number]): void {
    if (this.#paymentOfJob.has(job.id)) return;
    record.jobs.set(job.id, { job, lease, reviewItemId: undefined });
    this.#paymentOfJob.set(job.id, record);
  }

  claimDue({ now, lease, asksGateway }: JobClaimRequest, limit: number): readonly LeasedJob[] {
    const free = [...this.#paymentOfJob.keys()]
      .flatMap((jobId) => this.#find(jobId) ?? [])
      .filter(({ job }) => job.status === "due" && new Date(job.dueAt) <= now)
      .filter(({ job }) => asksGateway === undefined || jobKindRules[job.kind].asksGateway === asksGateway)
      .filter((held) => isJobUnleased(held, now))
      .sort((a, b) => (a.job.dueAt < b.job.dueAt ? -1 : 1))
      .slice(0, limit);
    for (const held of free) held.lease = lease;
    return free.map(({ job }) => ({ job, lease }));
  }

  claim(jobId: string, { now, lease }: JobClaimRequest): LeasedJob | undefined {
    const held = this.#find(jobId);
    if (held === undefined || held.job.status === "completed" || !isJobUnleased(held, now)) return undefined;
    held.lease = lease;
    return { job: held.job, lease };
  }

  complete(jobId: string, outcome: JobOutcome): boolean {
    const held = this.#find(jobId);
    if (held === undefined || held.job.status === "completed") return false;
    held.job = { ...held.job, status: "completed", outcome };
    held.lease = undefined;
    if (held.reviewItemId !== undefined)
      this.#items.resolve(held.reviewItemId, itemResolutionOfJobOutcome(outcome));
    return true;
  }

  renewLease(leased: LeasedJob, until: Date): boolean {
    const held = this.#held(leased);
    if (held?.lease === undefined) return false;
    held.lease = { ...held.lease, until };
    return true;
  }

  retryLater(leased: LeasedJob, retry: ScheduledJobRetry): void {
    const held = this.#held(leased);
    if (held === undefined) return;
    held.job = withScheduledRetry(held.job, retry);
    held.lease = undefined;
    if (held.reviewItemId !== undefined)
      this.#items.resolve(held.reviewItemId, itemResolutionOfScheduledRetry(retry));
  }

  giveUp(leased: LeasedJob, { problem, reviewItem }: GivenUpJobDetails): void {
    const held = this.#held(leased);
    const record = this.#paymentOfJob.get(leased.job.id);
    if (held === undefined || record === undefined) return;
    held.job = withGivenUpStatus(held.job, problem);
    held.lease = undefined;
    held.reviewItemId = reviewItem.id;
    this.#items.open(record, reviewItem);
  }

  deletePayment({ jobs }: MemoryPaymentRecord): void {
    for (const jobId of jobs.keys()) this.#paymentOfJob.delete(jobId);
  }

  #find(jobId: string): JobRecord | undefined {
    return this.#paymentOfJob.get(jobId)?.jobs.get(jobId);
  }

  /** The job, unless it is completed or the lease was lost. */
  #held({ job, lease }: LeasedJob): JobRecord | undefined {
    const held = this.#find(job.id);
    return held?.job.status === "completed" || held?.lease?.token !== lease.token ? undefined : held;
  }
}
