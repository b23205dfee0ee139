import type { Attempt } from "../payment/attempt.ts";
import { type JobOutcome, type JobRetry, jobGivenUp, jobToRetry, type LeasedJob } from "../payment/job.ts";
import {
  type ItemResolution,
  isOpen,
  type ReviewItem,
  resolutionOfOutcome,
  resolutionOfRetry,
} from "../payment/review-item.ts";
import { cycleId } from "../payment/subscription/cycle.ts";
import {
  type ClaimRequest,
  type GivenUpJob,
  type InboxEntry,
  type InboxState,
  type Payment,
  type PaymentChange,
  type PaymentKey,
  type PaymentRead,
  type PaymentStore,
  transactionKeyText,
} from "../ports/store.ts";
import { MemoryInbox, paymentMapKey } from "./memory-inbox.ts";
import { MemoryInstallationStore } from "./memory-installation-store.ts";
import {
  isFree,
  type JobRecord,
  newPaymentRecord,
  type PaymentRecord,
  paymentFromRecord,
  subscriptionTenantsOf,
} from "./memory-payment-record.ts";

/** A payment store in memory, for tests only: everything is lost when the process ends. Each method is atomic. */
export class MemoryStore extends MemoryInstallationStore implements PaymentStore {
  readonly #payments = new Map<string, PaymentRecord>();
  readonly #inbox = new MemoryInbox();
  readonly #paymentOfAttempt = new Map<string, PaymentRecord>();
  readonly #paymentOfJob = new Map<string, PaymentRecord>();
  readonly #paymentOfItem = new Map<string, PaymentRecord>();

  async load(key: PaymentKey, read: PaymentRead = {}): Promise<Payment> {
    return paymentFromRecord(this.#payments.get(paymentMapKey(key)) ?? newPaymentRecord(), key, read);
  }

  async findAttempt(attemptId: string): Promise<Attempt | undefined> {
    return this.#paymentOfAttempt.get(attemptId)?.attempts.get(attemptId);
  }

  async findAttempts(attemptIds: readonly string[]): Promise<readonly Attempt[]> {
    return [...new Set(attemptIds)].flatMap(
      (each) => this.#paymentOfAttempt.get(each)?.attempts.get(each) ?? [],
    );
  }

  async commit(change: PaymentChange): Promise<"committed" | "stale"> {
    const record = this.#record(change);
    if (record.version !== change.version) return "stale";
    record.version++;
    for (const attempt of change.attempts) {
      record.attempts.set(attempt.attemptId, attempt);
      this.#paymentOfAttempt.set(attempt.attemptId, record);
    }
    for (const cycle of change.cycles) record.cycles.set(cycleId(cycle), cycle);
    for (const each of change.transactions)
      if (!record.transactions.has(transactionKeyText(each)))
        record.transactions.set(transactionKeyText(each), each);
    for (const entryId of change.processed) {
      const processed = this.#inbox.process(entryId);
      if (processed !== undefined) record.pending.delete(processed);
    }
    this.#insertJobs(record, change);
    this.#insertItems(record, change);
    for (const { id, outcome } of change.completedJobs) this.#complete(id, outcome);
    for (const { id, problem } of change.updatedItems) this.#update(id, { problem });
    for (const { id, resolution } of change.resolvedItems) this.#resolve(id, resolution);
    return "committed";
  }

  #insertJobs(record: PaymentRecord, { jobs }: PaymentChange): void {
    for (const { job, lease } of jobs) {
      if (this.#paymentOfJob.has(job.id)) continue;
      record.jobs.set(job.id, { job, lease, reviewItemId: undefined });
      this.#paymentOfJob.set(job.id, record);
    }
  }

  #insertItems(record: PaymentRecord, { reviewItems }: PaymentChange): void {
    for (const item of reviewItems) {
      if (this.#paymentOfItem.has(item.id)) continue;
      record.reviewItems.set(item.id, item);
      this.#paymentOfItem.set(item.id, record);
    }
  }

  #record(key: PaymentKey): PaymentRecord {
    const known = this.#payments.get(paymentMapKey(key));
    if (known !== undefined) return known;
    const record = newPaymentRecord();
    this.#payments.set(paymentMapKey(key), record);
    return record;
  }

  async receive(entry: InboxEntry): Promise<InboxState> {
    const known = this.#inbox.stateOf(entry.id);
    if (known !== undefined) return known;
    this.#record(entry).pending.add(this.#inbox.add(entry));
    return "new";
  }

  async listPendingPayments(before: Date, limit: number): Promise<readonly PaymentKey[]> {
    return this.#inbox.pendingPayments(before).slice(0, limit);
  }

  async claimDueJobs({ now, lease }: ClaimRequest, limit: number): Promise<readonly LeasedJob[]> {
    const free = [...this.#jobs()]
      .filter(({ job }) => job.status === "due" && new Date(job.dueAt) <= now)
      .filter((held) => isFree(held, now))
      .sort((a, b) => (a.job.dueAt < b.job.dueAt ? -1 : 1))
      .slice(0, limit);
    for (const held of free) held.lease = lease;
    return free.map(({ job }) => ({ job, lease }));
  }

  async claimJob(jobId: string, { now, lease }: ClaimRequest): Promise<LeasedJob | undefined> {
    const held = this.#job(jobId);
    if (held === undefined || held.job.status === "completed" || !isFree(held, now)) return undefined;
    held.lease = lease;
    return { job: held.job, lease };
  }

  *#jobs(): Iterable<JobRecord> {
    for (const { jobs } of this.#payments.values()) yield* jobs.values();
  }

  #job(jobId: string): JobRecord | undefined {
    return this.#paymentOfJob.get(jobId)?.jobs.get(jobId);
  }

  async completeJob(jobId: string, outcome: JobOutcome): Promise<boolean> {
    return this.#complete(jobId, outcome);
  }

  #complete(jobId: string, outcome: JobOutcome): boolean {
    const held = this.#job(jobId);
    if (held === undefined || held.job.status === "completed") return false;
    held.job = { ...held.job, status: "completed", outcome };
    held.lease = undefined;
    if (held.reviewItemId !== undefined) this.#resolve(held.reviewItemId, resolutionOfOutcome(outcome));
    return true;
  }

  #resolve(itemId: string, resolution: ItemResolution): void {
    this.#update(itemId, { status: "resolved", resolution });
  }

  #update(itemId: string, change: Partial<ReviewItem>): void {
    const items = this.#paymentOfItem.get(itemId)?.reviewItems;
    const item = items?.get(itemId);
    if (item !== undefined && isOpen(item)) items?.set(itemId, { ...item, ...change });
  }

  async renewLease({ job, lease }: LeasedJob, until: Date): Promise<boolean> {
    const held = this.#held({ job, lease });
    if (held?.lease === undefined) return false;
    held.lease = { ...held.lease, until };
    return true;
  }

  /** The job, unless it is completed or the lease was lost. */
  #held({ job, lease }: LeasedJob): JobRecord | undefined {
    const held = this.#job(job.id);
    return held?.job.status === "completed" || held?.lease?.token !== lease.token ? undefined : held;
  }

  async retryJobLater(leased: LeasedJob, retry: JobRetry): Promise<void> {
    const held = this.#held(leased);
    if (held === undefined) return;
    held.job = jobToRetry(held.job, retry);
    held.lease = undefined;
    if (held.reviewItemId !== undefined) this.#resolve(held.reviewItemId, resolutionOfRetry(retry));
  }

  async giveUpJob(leased: LeasedJob, { problem, reviewItem }: GivenUpJob): Promise<void> {
    const held = this.#held(leased);
    const record = this.#paymentOfJob.get(leased.job.id);
    if (held === undefined || record === undefined) return;
    held.job = jobGivenUp(held.job, problem);
    held.lease = undefined;
    held.reviewItemId = reviewItem.id;
    const createdAt = record.reviewItems.get(reviewItem.id)?.createdAt ?? reviewItem.createdAt;
    record.reviewItems.set(reviewItem.id, { ...reviewItem, createdAt });
    this.#paymentOfItem.set(reviewItem.id, record);
  }

  async listReviewItems(limit: number): Promise<readonly ReviewItem[]> {
    return [...this.#payments.values()]
      .flatMap(({ reviewItems }) => [...reviewItems.values()])
      .filter(isOpen)
      .sort(
        (a, b) =>
          Number(a.kind === "no-result") - Number(b.kind === "no-result") ||
          (a.createdAt < b.createdAt ? -1 : 1),
      )
      .slice(0, limit);
  }

  async findReviewItem(id: string): Promise<ReviewItem | undefined> {
    return this.#paymentOfItem.get(id)?.reviewItems.get(id);
  }

  async listSubscriptionTenants(): Promise<readonly string[]> {
    const tenants = [...this.#payments.values()].flatMap(subscriptionTenantsOf);
    return [...new Set(tenants)].sort();
  }

  async deleteProcessedNotifications(before: Date, limit: number): Promise<number> {
    return this.#inbox.deleteProcessed(before, limit);
  }
}
