import type { Attempt } from "../payment/attempt.ts";
import { type Job, type JobOutcome, jobKindRules, type Lease, type LeasedJob } from "../payment/job.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import {
  type AttemptSelection,
  type Backlog,
  type BacklogSelection,
  type Backlogs,
  backlogLimit,
  type ListedAttempt,
} from "../ports/staff-store.ts";
import type { JobClaimRequest, TransactionKey } from "../ports/store.ts";
import { MemoryTable } from "./memory-table.ts";

interface StoredAttempts {
  readonly attempts: readonly Attempt[];
  readonly items: readonly ReviewItem[];
  readonly isReported: (key: TransactionKey) => boolean;
}

/** Returns what `StaffStore.listAttempts` returns. */
export function listStoredAttempts(
  { attempts, items, isReported }: StoredAttempts,
  { states, tenants, search, after, limit }: AttemptSelection,
): ListedAttempt[] {
  const open = new Set(items.filter(isOpenReviewItem).map(({ attemptId }) => attemptId));
  const isFound = ({ attemptId, reference }: Attempt) =>
    search === undefined ||
    [attemptId, reference].includes(search.text) ||
    search.references.includes(reference) ||
    isReported({ attemptId, transactionId: search.text });
  return attempts
    .filter(({ state }) => states.includes(state))
    .filter(({ merchantTenant }) => tenants === undefined || tenants.includes(merchantTenant))
    .filter(isFound)
    .filter((attempt) => after === undefined || position(attempt) < position(after))
    .sort((a, b) => (position(a) > position(b) ? -1 : 1))
    .slice(0, limit)
    .map((attempt) => ({ attempt, hasOpenReviewItems: open.has(attempt.attemptId) }));
}

/** The oldest first. Attempts without a result come last, because most of them need no work. */
export function listOpenReviewItems(
  items: readonly ReviewItem[],
  limit: number,
  kind: ReviewItem["kind"] | undefined,
): readonly ReviewItem[] {
  const isLate = (item: ReviewItem) => Number(item.kind === "no-result");
  return items
    .filter((item) => isOpenReviewItem(item) && (kind === undefined || item.kind === kind))
    .sort((a, b) => isLate(a) - isLate(b) || (a.createdAt < b.createdAt ? -1 : 1))
    .slice(0, limit);
}

/** A text that orders attempts: instants in UTC have equal length. */
function position({ createdAt, attemptId }: { createdAt: string; attemptId: string }): string {
  return `${new Date(createdAt).toISOString()} ${attemptId}`;
}

interface StoredWork {
  readonly jobs: readonly Job[];
  readonly items: readonly ReviewItem[];
  /** When each notification arrived: ISO instants in UTC. */
  readonly arrivals: readonly string[];
}

/** Returns what `StaffStore.readBacklogs` returns. */
export function readStoredBacklogs(
  { jobs, items, arrivals }: StoredWork,
  { dueBefore, tenants }: BacklogSelection,
): Backlogs {
  const isSelected = ({ tenant }: { tenant: string }) => tenants === undefined || tenants.includes(tenant);
  const overdue = jobs.filter(({ status, dueAt }) => status === "due" && new Date(dueAt) <= dueBefore);
  const open = items.filter(isOpenReviewItem);
  return {
    overdueJobs: backlogOf(overdue.filter(isSelected).map(({ dueAt }) => dueAt)),
    reviewItems: backlogOf(open.filter(isSelected).map(({ createdAt }) => createdAt)),
    lastNotificationAt: [...arrivals].sort().at(-1),
  };
}

function backlogOf(instants: readonly string[]): Backlog {
  return {
    count: Math.min(instants.length, backlogLimit),
    hasMore: instants.length > backlogLimit,
    oldestAt: [...instants].sort()[0],
  };
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
    return row;
  }

  renewLease({ job, lease }: LeasedJob, until: Date): boolean {
    const row = this.#open(job.id);
    if (row === undefined || row.lease?.token !== lease.token) return false;
    row.lease = { ...lease, until };
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
