import type { Attempt } from "../payment/attempt.ts";
import type { Job, Lease } from "../payment/job.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { isOpenReviewItem } from "../payment/review-item.ts";
import { type Cycle, cycleId } from "../payment/subscription/cycle.ts";
import {
  type CycleSelection,
  type Payment,
  type PaymentKey,
  type PaymentReadOptions,
  type PaymentRecordCounts,
  transactionKeyText,
  type UsedTransaction,
} from "../ports/store.ts";
import type { NotificationRecord } from "./memory-inbox.ts";
import { selectAttemptIdsToLoad } from "./select-attempt-ids-to-load.ts";

export interface MemoryPaymentRecord {
  version: number;
  readonly attempts: Map<string, Attempt>;
  readonly cycles: Map<string, Cycle>;
  readonly transactions: Map<string, UsedTransaction>;
  readonly pending: Set<NotificationRecord>;
  readonly jobs: Map<string, JobRecord>;
  readonly reviewItems: Map<string, ReviewItem>;
}

export interface JobRecord {
  job: Job;
  lease: Lease | undefined;
  /** The review item that opened when the job was given up. */
  reviewItemId: string | undefined;
}

export function newPaymentRecord(): MemoryPaymentRecord {
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

export function isJobUnleased({ lease }: JobRecord, now: Date): boolean {
  return lease === undefined || lease.until <= now;
}

function selectCycles({ cycles }: MemoryPaymentRecord, selection: CycleSelection): Cycle[] {
  if (selection === "all") return [...cycles.values()].sort((a, b) => a.number - b.number);
  return selection.flatMap((cycle) => cycles.get(cycleId(cycle)) ?? []);
}

/** Returns what `PaymentStore.load` returns of a payment. */
export function paymentFromRecord(
  record: MemoryPaymentRecord,
  key: PaymentKey,
  read: PaymentReadOptions,
): Payment {
  const { cycles = [], transactions = [], rank } = read;
  const attempts = [...record.attempts.values()].sort((a, b) => a.number - b.number);
  const notifications = [...record.pending].map(({ entry }) => entry);
  const reviewItems = [...record.reviewItems.values()];
  const selected = selectAttemptIdsToLoad({ attempts, notifications, reviewItems }, read);
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
      (item) => isOpenReviewItem(item) || (selected.has(item.attemptId) && withCycle(item)),
    ),
  };
}

/** Returns the tenant of each attempt whose next cycle is expected. */
export function runningSubscriptionTenantsOf({ attempts, jobs }: MemoryPaymentRecord): string[] {
  return [...jobs.values()]
    .filter(({ job }) => job.kind === "check-cycle" && job.status !== "completed")
    .flatMap(({ job }) => attempts.get(job.attemptId) ?? [])
    .map(({ merchantTenant }) => merchantTenant);
}

/** Returns the number of records of a payment. The inbox counts its own. */
export function countRecords(
  { attempts, cycles, transactions, jobs, reviewItems }: MemoryPaymentRecord,
  inbox: Pick<PaymentRecordCounts, "notifications" | "transactions">,
): PaymentRecordCounts {
  return {
    attempts: attempts.size,
    cycles: cycles.size,
    transactions: transactions.size + inbox.transactions,
    notifications: inbox.notifications,
    jobs: jobs.size,
    reviewItems: reviewItems.size,
  };
}
