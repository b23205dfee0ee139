import type { AlertState } from "../payment/alert.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { DailyCount } from "../payment/attempt-counts.ts";
import {
  type Job,
  type JobOutcome,
  type Lease,
  type LeasedJob,
  type ScheduledJobRetry,
  withGivenUpStatus,
  withScheduledRetry,
} from "../payment/job.ts";
import { byCreation, type PaymentLink } from "../payment/payment-link.ts";
import {
  type ItemResolution,
  isOpenReviewItem,
  itemResolutionOfJobOutcome,
  itemResolutionOfScheduledRetry,
  type ReviewItem,
} from "../payment/review-item.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import { type Cycle, cycleId } from "../payment/subscription/cycle.ts";
import type { AlertItemCollection, AlertStore, StoredAlerts } from "../ports/alert-store.ts";
import type {
  AttemptSelection,
  BacklogSelection,
  Backlogs,
  CreatedReviewItemSelection,
  DailyCountSelection,
  ListedAttempt,
  PaidCycle,
  PaidCycleSelection,
  RefundedCharge,
  RefundPosition,
} from "../ports/staff-store.ts";
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
  type TransactionKey,
  transactionKeyText,
  type UsedTransaction,
} from "../ports/store.ts";
import { MemoryAlerts } from "./memory-alerts.ts";
import { MemoryDailyCounts } from "./memory-daily-counts.ts";
import { MemoryInstallationStore } from "./memory-installation-store.ts";
import {
  listOpenReviewItems,
  listStoredAttempts,
  listStoredPaidCycles,
  listStoredRefundedCharges,
  listStoredReviewItems,
  readStoredBacklogs,
} from "./memory-staff-lists.ts";
import { MemoryJobs, MemoryTable, paymentKeyText } from "./memory-table.ts";
import { selectAttemptIdsToLoad } from "./select-attempt-ids-to-load.ts";

/** A payment store in memory, for tests only: everything is lost when the process ends. Each method is atomic. */
export class MemoryStore extends MemoryInstallationStore implements PaymentStore {
  readonly #versions = new Map<string, number>();
  readonly #attempts = new MemoryTable<Attempt>();
  readonly #cycles = new MemoryTable<Cycle>();
  readonly #transactions = new MemoryTable<UsedTransaction>();
  readonly #reported = new MemoryTable<TransactionKey>();
  readonly #notifications = new MemoryTable<{ readonly entry: InboxEntry; isProcessed: boolean }>();
  readonly #jobs = new MemoryJobs();
  readonly #items = new MemoryTable<ReviewItem>();
  readonly #links = new MemoryTable<PaymentLink>();
  readonly #dailyCounts = new MemoryDailyCounts();
  readonly #alerts = new MemoryAlerts();

  async load(key: PaymentKey, read: PaymentReadOptions = {}): Promise<Payment> {
    const { cycles = [], transactions = [], rank } = read;
    const of = paymentKeyText(key);
    const attempts = this.#attempts.ofPayment(of).sort((a, b) => a.number - b.number);
    const notifications = this.#pendingOf(of);
    const reviewItems = this.#items.ofPayment(of);
    const selected = selectAttemptIdsToLoad({ attempts, notifications, reviewItems }, read);
    const withCycle = (each: Job | ReviewItem) => cycles === "all" || each.cycle === undefined;
    return {
      tenant: key.tenant,
      reference: key.reference,
      version: this.#versions.get(of) ?? 0,
      attempts: attempts.filter(({ attemptId }) => selected.has(attemptId)),
      attemptCount: attempts.at(-1)?.number ?? 0,
      rankedAt: rank === undefined ? undefined : attempts.at(-rank)?.createdAt,
      cycles:
        cycles === "all"
          ? this.#cycles.ofPayment(of).sort((a, b) => a.number - b.number)
          : cycles.flatMap((each) => this.#cycles.getOfPayment(cycleId(each), of) ?? []),
      transactions: transactions.flatMap(
        (each) => this.#transactions.getOfPayment(transactionKeyText(each), of) ?? [],
      ),
      notifications,
      links: read.links === true ? this.#links.ofPayment(of).sort(byCreation) : [],
      jobs: this.#jobs
        .ofPayment(of)
        .map(({ job }) => job)
        .filter((job) => selected.has(job.attemptId) && (job.status !== "completed" || withCycle(job))),
      reviewItems: reviewItems.filter(
        (item) => isOpenReviewItem(item) || (selected.has(item.attemptId) && withCycle(item)),
      ),
    };
  }

  #pendingOf(payment: string): InboxEntry[] {
    return this.#notifications
      .ofPayment(payment)
      .flatMap(({ isProcessed, entry }) => (isProcessed ? [] : [entry]));
  }

  async findAttempt(attemptId: string): Promise<Attempt | undefined> {
    return this.#attempts.get(attemptId);
  }

  async findAttempts(attemptIds: readonly string[]): Promise<readonly Attempt[]> {
    return [...new Set(attemptIds)].flatMap((each) => this.#attempts.get(each) ?? []);
  }

  async findLink(linkId: string): Promise<PaymentLink | undefined> {
    return this.#links.get(linkId);
  }

  async commit(change: PaymentChange): Promise<"committed" | "stale"> {
    const of = paymentKeyText(change);
    const version = this.#versions.get(of) ?? 0;
    if (version !== change.version) return "stale";
    this.#versions.set(of, version + 1);
    for (const attempt of change.attempts) this.#attempts.set(attempt.attemptId, attempt, of);
    for (const cycle of change.cycles) this.#cycles.set(cycleId(cycle), cycle, of);
    for (const each of change.transactions) this.#transactions.insert(transactionKeyText(each), each, of);
    for (const each of change.queriedTransactions) this.#report(each, of);
    for (const entryId of change.processed) {
      const row = this.#notifications.get(entryId);
      if (row !== undefined) row.isProcessed = true;
    }
    for (const { job, lease } of change.jobs) this.#jobs.insert(job.id, { job, lease }, of);
    for (const item of change.reviewItems) this.#insertItem(item);
    for (const item of change.reopenedItems) this.#openItem(item);
    // A job resolves its item.
    for (const { id, outcome } of change.completedJobs) this.#completeJob(id, outcome);
    for (const { id, problem } of change.updatedItems) this.#updateItem(id, { problem });
    for (const { id, resolution } of change.resolvedItems) this.#resolveItem(id, resolution);
    this.#setLinks(change);
    return "committed";
  }

  #setLinks({ links, ...key }: PaymentChange): void {
    for (const link of links) this.#links.set(link.linkId, link, paymentKeyText(key));
  }

  #report({ attemptId, transactionId }: TransactionKey, payment: string): void {
    const key = { attemptId, transactionId };
    this.#reported.set(transactionKeyText(key), key, payment);
  }

  /** Adds an item, or replaces the one with its id, which keeps its age. Returns false if that one was open. */
  #openItem(item: ReviewItem): boolean {
    const known = this.#items.get(item.id);
    this.#setItem({ ...item, createdAt: known?.createdAt ?? item.createdAt }, item.createdAt);
    return known?.status !== "open";
  }

  #insertItem(item: ReviewItem): void {
    if (this.#items.get(item.id) === undefined) this.#setItem(item, item.createdAt);
  }

  /** @param openedAt when it opened, which can be later than it was created */
  #setItem(item: ReviewItem, openedAt: string): void {
    this.#alerts.followChange(this.#items.get(item.id), item, openedAt);
    this.#items.set(item.id, item, paymentKeyText(item));
  }

  /** Changes an open item. A resolved one stays as it is. */
  #updateItem(id: string, change: Partial<ReviewItem>): void {
    const item = this.#items.get(id);
    if (item !== undefined && isOpenReviewItem(item)) this.#setItem({ ...item, ...change }, item.createdAt);
  }

  #resolveItem(id: string | undefined, resolution: ItemResolution): void {
    if (id !== undefined) this.#updateItem(id, { status: "resolved", resolution });
  }

  async receive(entry: InboxEntry): Promise<InboxState> {
    const known = this.#notifications.get(entry.id);
    if (known !== undefined) return known.isProcessed ? "processed" : "pending";
    const of = paymentKeyText(entry);
    this.#notifications.set(entry.id, { entry, isProcessed: false }, of);
    this.#report({ attemptId: entry.attemptId, transactionId: entry.fact.transactionId }, of);
    return "new";
  }

  async listPendingPayments(before: Date, limit: number): Promise<readonly PaymentKey[]> {
    const keys = this.#notifications
      .all()
      .filter(({ isProcessed, entry }) => !isProcessed && entry.receivedAt < before)
      .map(({ entry: { tenant, reference } }) => ({ tenant, reference }));
    return [...new Map(keys.map((key) => [paymentKeyText(key), key])).values()].slice(0, limit);
  }

  async claimDueJobs(request: JobClaimRequest, limit: number): Promise<readonly LeasedJob[]> {
    return this.#jobs.claimDue(request, limit);
  }

  async claimJob(jobId: string, request: JobClaimRequest): Promise<LeasedJob | undefined> {
    return this.#jobs.claim(jobId, request);
  }

  async completeJob(jobId: string, outcome: JobOutcome): Promise<boolean> {
    return this.#completeJob(jobId, outcome);
  }

  #completeJob(jobId: string, outcome: JobOutcome): boolean {
    const row = this.#jobs.complete(jobId, outcome);
    this.#resolveItem(row?.reviewItemId, itemResolutionOfJobOutcome(outcome));
    return row !== undefined;
  }

  async renewLease(leased: LeasedJob, until: Date): Promise<boolean> {
    return this.#jobs.renewLease(leased, until);
  }

  async retryJobLater(leased: LeasedJob, retry: ScheduledJobRetry): Promise<boolean> {
    const row = this.#jobs.endLease(leased, (job) => withScheduledRetry(job, retry));
    this.#resolveItem(row?.reviewItemId, itemResolutionOfScheduledRetry(retry));
    return row !== undefined;
  }

  async giveUpJob(leased: LeasedJob, { problem, reviewItem }: GivenUpJobDetails): Promise<boolean> {
    const row = this.#jobs.endLease(leased, (job) => withGivenUpStatus(job, problem));
    if (row === undefined) return false;
    row.reviewItemId = reviewItem.id;
    return this.#openItem(reviewItem);
  }

  async listReviewItems(limit: number, kind?: ReviewKind): Promise<readonly ReviewItem[]> {
    return listOpenReviewItems(this.#items.all(), limit, kind);
  }

  async findReviewItem(id: string): Promise<ReviewItem | undefined> {
    return this.#items.get(id);
  }

  async listSubscriptionTenants(): Promise<readonly string[]> {
    const tenants = this.#jobs
      .all()
      .filter(({ job }) => job.kind === "check-cycle" && job.status !== "completed")
      .flatMap(({ job }) => this.#attempts.get(job.attemptId)?.merchantTenant ?? []);
    return [...new Set(tenants)].sort();
  }

  async listAttempts(selection: AttemptSelection): Promise<readonly ListedAttempt[]> {
    const isReported = (key: TransactionKey) => this.#reported.get(transactionKeyText(key)) !== undefined;
    const stored = { attempts: this.#attempts.all(), items: this.#items.all(), isReported };
    return listStoredAttempts(stored, selection);
  }

  async readBacklogs(selection: BacklogSelection): Promise<Backlogs> {
    const jobs = this.#jobs.all().map(({ job }) => job);
    const arrivals = this.#notifications.all().map(({ entry }) => entry.receivedAt.toISOString());
    return readStoredBacklogs({ jobs, items: this.#items.all(), arrivals }, selection);
  }

  async countAttempts(limit: number): Promise<number> {
    return this.#dailyCounts.add(this.#attempts.all(), limit);
  }

  async readDailyCounts(selection: DailyCountSelection): Promise<readonly DailyCount[]> {
    return this.#dailyCounts.read(selection);
  }

  async listRefundedCharges(after: RefundPosition, limit: number): Promise<readonly RefundedCharge[]> {
    return listStoredRefundedCharges([...this.#attempts.all(), ...this.#cycles.all()], after, limit);
  }

  async listPaidCycles(selection: PaidCycleSelection): Promise<readonly PaidCycle[]> {
    return listStoredPaidCycles(this.#cycles.all(), selection);
  }

  async listCreatedReviewItems(selection: CreatedReviewItemSelection): Promise<readonly ReviewItem[]> {
    return listStoredReviewItems(this.#items.all(), selection);
  }

  async readAlerts(): Promise<StoredAlerts> {
    return this.#alerts.read(this.#items.all(), this.#attempts.all());
  }

  async claimAlerts(claim: Parameters<AlertStore["claimAlerts"]>[0]): Promise<AlertState | undefined> {
    return this.#alerts.claim(claim);
  }

  async collectAlertItems(lease: Lease, collection: AlertItemCollection) {
    return this.#alerts.collect(lease, this.#items.all(), collection);
  }

  async saveAlerts(lease: Lease, state: AlertState): Promise<boolean> {
    return this.#alerts.save(lease, state);
  }

  async deleteProcessedNotifications(before: Date, limit: number): Promise<number> {
    const old = this.#notifications
      .all()
      .filter(({ isProcessed, entry }) => isProcessed && entry.receivedAt < before)
      .slice(0, limit);
    for (const { entry } of old) this.#notifications.delete(entry.id, paymentKeyText(entry));
    return old.length;
  }

  async countPaymentRecords(key: PaymentKey): Promise<PaymentRecordCounts> {
    const of = paymentKeyText(key);
    const count = (table: MemoryTable<unknown>) => table.ofPayment(of).length;
    return {
      attempts: count(this.#attempts),
      cycles: count(this.#cycles),
      links: count(this.#links),
      transactions: count(this.#transactions) + count(this.#reported),
      notifications: count(this.#notifications),
      jobs: count(this.#jobs),
      reviewItems: count(this.#items),
    };
  }

  async deletePayment(payment: PaymentKey & { readonly version: number }): Promise<"deleted" | "stale"> {
    const key = paymentKeyText(payment);
    if (this.#versions.get(key) !== payment.version || this.#pendingOf(key).length > 0) return "stale";
    this.#versions.delete(key);
    this.#dailyCounts.addDeleted(this.#attempts.ofPayment(key));
    const ofFacts = [this.#attempts, this.#cycles, this.#transactions, this.#reported, this.#notifications];
    for (const table of [...ofFacts, this.#jobs, this.#items, this.#links]) table.deletePayment(key);
    return "deleted";
  }
}
