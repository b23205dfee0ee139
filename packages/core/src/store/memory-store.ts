import type { Attempt } from "../payment/attempt.ts";
import type { JobOutcome, LeasedJob, ScheduledJobRetry } from "../payment/job.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import { cycleId } from "../payment/subscription/cycle.ts";
import type { AttemptSelection, BacklogSelection, Backlogs, ListedAttempt } from "../ports/staff-store.ts";
import {
  type GivenUpJobDetails,
  type InboxEntry,
  type InboxState,
  type JobClaimRequest,
  type Payment,
  type PaymentChange,
  type PaymentKey,
  type PaymentReadOptions,
  type PaymentRecordCounts,
  type PaymentStore,
  transactionKeyText,
} from "../ports/store.ts";
import { MemoryInbox, paymentMapKey } from "./memory-inbox.ts";
import { MemoryInstallationStore } from "./memory-installation-store.ts";
import { MemoryJobs } from "./memory-jobs.ts";
import {
  countRecords,
  type MemoryPaymentRecord,
  newPaymentRecord,
  paymentFromRecord,
  runningSubscriptionTenantsOf,
} from "./memory-payment-record.ts";
import { MemoryReviewItems } from "./memory-review-items.ts";
import { listStoredAttempts, readStoredBacklogs } from "./memory-staff-lists.ts";

/** A payment store in memory, for tests only: everything is lost when the process ends. Each method is atomic. */
export class MemoryStore extends MemoryInstallationStore implements PaymentStore {
  readonly #payments = new Map<string, MemoryPaymentRecord>();
  readonly #inbox = new MemoryInbox();
  readonly #paymentOfAttempt = new Map<string, MemoryPaymentRecord>();
  readonly #items = new MemoryReviewItems();
  readonly #jobs = new MemoryJobs(this.#items);

  async load(key: PaymentKey, read: PaymentReadOptions = {}): Promise<Payment> {
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
    for (const each of change.queriedTransactions) this.#inbox.report(each);
    for (const entryId of change.processed) {
      const processed = this.#inbox.process(entryId);
      if (processed !== undefined) record.pending.delete(processed);
    }
    for (const job of change.jobs) this.#jobs.insert(record, job);
    this.#changeItems(record, change);
    return "committed";
  }

  #changeItems(record: MemoryPaymentRecord, change: PaymentChange): void {
    for (const item of change.reviewItems) this.#items.insert(record, item);
    for (const item of change.reopenedItems) this.#items.open(record, item);
    // A job resolves its item.
    for (const { id, outcome } of change.completedJobs) this.#jobs.complete(id, outcome);
    for (const { id, problem } of change.updatedItems) this.#items.update(id, { problem });
    for (const { id, resolution } of change.resolvedItems) this.#items.resolve(id, resolution);
  }

  #record(key: PaymentKey): MemoryPaymentRecord {
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

  async claimDueJobs(request: JobClaimRequest, limit: number): Promise<readonly LeasedJob[]> {
    return this.#jobs.claimDue(request, limit);
  }

  async claimJob(jobId: string, request: JobClaimRequest): Promise<LeasedJob | undefined> {
    return this.#jobs.claim(jobId, request);
  }

  async completeJob(jobId: string, outcome: JobOutcome): Promise<boolean> {
    return this.#jobs.complete(jobId, outcome);
  }

  async renewLease(leased: LeasedJob, until: Date): Promise<boolean> {
    return this.#jobs.renewLease(leased, until);
  }

  async retryJobLater(leased: LeasedJob, retry: ScheduledJobRetry): Promise<void> {
    this.#jobs.retryLater(leased, retry);
  }

  async giveUpJob(leased: LeasedJob, givenUp: GivenUpJobDetails): Promise<void> {
    this.#jobs.giveUp(leased, givenUp);
  }

  async listReviewItems(limit: number, kind?: ReviewKind): Promise<readonly ReviewItem[]> {
    return this.#items.listOpen(limit, kind);
  }

  async findReviewItem(id: string): Promise<ReviewItem | undefined> {
    return this.#items.find(id);
  }

  async listSubscriptionTenants(): Promise<readonly string[]> {
    const tenants = [...this.#payments.values()].flatMap(runningSubscriptionTenantsOf);
    return [...new Set(tenants)].sort();
  }

  async listAttempts(selection: AttemptSelection): Promise<readonly ListedAttempt[]> {
    const payments = [...this.#payments.values()];
    return listStoredAttempts({ payments, reported: this.#inbox.reported }, selection);
  }

  async readBacklogs(read: BacklogSelection): Promise<Backlogs> {
    const payments = [...this.#payments.values()];
    return readStoredBacklogs({ payments, lastNotificationAt: this.#inbox.lastReceivedAt() }, read);
  }

  async deleteProcessedNotifications(before: Date, limit: number): Promise<number> {
    return this.#inbox.deleteProcessed(before, limit);
  }

  async countPaymentRecords(key: PaymentKey): Promise<PaymentRecordCounts> {
    const record = this.#payments.get(paymentMapKey(key)) ?? newPaymentRecord();
    return countRecords(record, this.#inbox.countOf(key, record.attempts));
  }

  async deletePayment(payment: PaymentKey & { readonly version: number }): Promise<"deleted" | "stale"> {
    const record = this.#payments.get(paymentMapKey(payment));
    if (record === undefined || record.version !== payment.version || record.pending.size > 0) return "stale";
    this.#payments.delete(paymentMapKey(payment));
    for (const attemptId of record.attempts.keys()) this.#paymentOfAttempt.delete(attemptId);
    this.#inbox.deletePayment(payment, record.attempts);
    this.#jobs.deletePayment(record);
    this.#items.deletePayment(record);
    return "deleted";
  }
}
