import type { Attempt } from "../payment/attempt.ts";
import type { Job } from "../payment/job.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import {
  type AttemptSelection,
  type Backlog,
  type BacklogSelection,
  type Backlogs,
  backlogLimit,
  type ListedAttempt,
} from "../ports/staff-store.ts";
import type { TransactionKey } from "../ports/store.ts";

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
