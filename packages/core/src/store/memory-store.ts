import { type Attempt, merchantTenantOf } from "../payment/attempt.ts";
import {
  type Job,
  type JobOutcome,
  type JobRetry,
  jobGivenUp,
  jobToRetry,
  type Lease,
  type LeasedJob,
} from "../payment/job.ts";
import {
  type ItemResolution,
  isOpen,
  type ReviewItem,
  resolutionOfOutcome,
  resolutionOfRetry,
} from "../payment/review-item.ts";
import { type Cycle, cycleId } from "../payment/subscription/cycle.ts";
import {
  type ClaimRequest,
  type CycleSelection,
  type GivenUpJob,
  type InboxEntry,
  type InboxState,
  type Payment,
  type PaymentChange,
  type PaymentKey,
  type PaymentRead,
  type PaymentStore,
  transactionKeyText,
  type UsedTransaction,
} from "../ports/store.ts";
import { MemoryInstallationStore } from "./memory-installation-store.ts";
import { selectAttempts } from "./select-attempts.ts";

interface PaymentRecord {
  version: number;
  readonly attempts: Map<string, Attempt>;
  readonly cycles: Map<string, Cycle>;
  readonly transactions: Map<string, UsedTransaction>;
  readonly pending: Set<NotificationRecord>;
  readonly jobs: Map<string, JobRecord>;
  readonly reviewItems: Map<string, ReviewItem>;
}

interface NotificationRecord {
  readonly entry: InboxEntry;
  isProcessed: boolean;
}

interface JobRecord {
  job: Job;
  lease: Lease | undefined;
  /** The review item that opened when the job was given up. */
  reviewItemId: string | undefined;
}

/**
 * A payment store in memory, for tests only: everything is lost when the process ends. Each method is atomic.
 */
export class MemoryStore extends MemoryInstallationStore implements PaymentStore {
  readonly #payments = new Map<string, PaymentRecord>();
  readonly #inbox = new Map<string, NotificationRecord>();
  readonly #paymentOfAttempt = new Map<string, PaymentRecord>();
  readonly #paymentOfJob = new Map<string, PaymentRecord>();
  readonly #paymentOfItem = new Map<string, PaymentRecord>();

  async load(key: PaymentKey, read: PaymentRead = {}): Promise<Payment> {
    const { cycles = [], transactions = [], rank } = read;
    const record = this.#payments.get(paymentMapKey(key)) ?? newPaymentRecord();
    const attempts = [...record.attempts.values()].sort((a, b) => a.number - b.number);
    const notifications = [...record.pending].map(({ entry }) => entry);
    const reviewItems = [...record.reviewItems.values()];
    const selected = selectAttempts({ attempts, notifications, reviewItems }, read);
    const withCycle = (each: Job | ReviewItem) => cycles === "all" || each.cycle === undefined;
    return {
      tenant: key.tenant,
      reference: key.reference,
      version: record.version,
      attempts: attempts.filter(({ attemptId }) => selected.has(attemptId)),
      attemptCount: attempts.at(-1)?.number ?? 0,
      rankedAt: rank === undefined ? undefined : attempts.at(-rank)?.createdAt,
      cycles: selectCycles(record, cycles),
      transactions: transactions.flatMap((each) => record.transactions.get(transactionKeyText(each)) ?? []),
      notifications,
      jobs: [...record.jobs.values()]
        .map(({ job }) => job)
        .filter((job) => selected.has(job.attemptId) && (job.status !== "completed" || withCycle(job))),
      reviewItems: reviewItems.filter(
        (item) => isOpen(item) || (selected.has(item.attemptId) && withCycle(item)),
      ),
    };
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
    for (const entryId of change.processed) this.#markProcessed(entryId);
    this.#insertJobs(record, change);
    this.#insertItems(record, change);
    for (const { id, outcome } of change.completedJobs) this.#complete(id, outcome);
    for (const { id, resolution } of change.resolvedItems) this.#resolve(id, resolution);
    return "committed";
  }

  #markProcessed(entryId: string): void {
    const received = this.#inbox.get(entryId);
    if (received === undefined) return;
    received.isProcessed = true;
    this.#record(received.entry).pending.delete(received);
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
    const known = this.#inbox.get(entry.id);
    if (known !== undefined) return known.isProcessed ? "processed" : "pending";
    const received = { entry, isProcessed: false };
    this.#inbox.set(entry.id, received);
    this.#record(entry).pending.add(received);
    return "new";
  }

  async listPendingPayments(before: Date, limit: number): Promise<readonly PaymentKey[]> {
    const pending = [...this.#inbox.values()].filter(
      ({ isProcessed, entry }) => !isProcessed && entry.receivedAt < before,
    );
    const keys = new Map(
      pending.map(({ entry: { tenant, reference } }) => [
        paymentMapKey({ tenant, reference }),
        { tenant, reference },
      ]),
    );
    return [...keys.values()].slice(0, limit);
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
    const items = this.#paymentOfItem.get(itemId)?.reviewItems;
    const item = items?.get(itemId);
    if (item !== undefined && isOpen(item)) items?.set(itemId, { ...item, status: "resolved", resolution });
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
    const tenants = [...this.#payments.values()].flatMap(({ attempts, jobs }) =>
      [...jobs.values()]
        .filter(({ job }) => job.kind === "check-cycle" && job.status !== "completed")
        .flatMap(({ job }) => attempts.get(job.attemptId) ?? [])
        .map(merchantTenantOf),
    );
    return [...new Set(tenants)].sort();
  }

  async deleteProcessedNotifications(before: Date, limit: number): Promise<number> {
    const old = [...this.#inbox.values()]
      .filter(({ isProcessed, entry }) => isProcessed && entry.receivedAt < before)
      .slice(0, limit);
    for (const { entry } of old) this.#inbox.delete(entry.id);
    return old.length;
  }
}

function newPaymentRecord(): PaymentRecord {
  return {
    version: 0,
    attempts: new Map(),
    cycles: new Map(),
    transactions: new Map(),
    pending: new Set(),
    jobs: new Map(),
    reviewItems: new Map(),
  };
}

function isFree({ lease }: JobRecord, now: Date): boolean {
  return lease === undefined || lease.until <= now;
}

function paymentMapKey({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}

function selectCycles({ cycles }: PaymentRecord, selection: CycleSelection): Cycle[] {
  if (selection === "all") return [...cycles.values()].sort((a, b) => a.number - b.number);
  return selection.flatMap((cycle) => cycles.get(cycleId(cycle)) ?? []);
}
