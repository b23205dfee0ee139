import { isOpenReviewItem } from "../payment/review-item.ts";
import {
  type AttemptSelection,
  type Backlog,
  type BacklogSelection,
  type Backlogs,
  backlogLimit,
  type ListedAttempt,
} from "../ports/staff-store.ts";
import type { MemoryPaymentRecord } from "./memory-payment-record.ts";

/** What the store in memory lists. */
interface StoredRecords {
  readonly payments: readonly MemoryPaymentRecord[];
  /** The attempts that reported a transaction, by the transaction's id. */
  readonly reported: ReadonlyMap<string, ReadonlySet<string>>;
}

export function listStoredAttempts(
  { payments, reported }: StoredRecords,
  { states, tenants, search, after, limit }: AttemptSelection,
): ListedAttempt[] {
  const references = search && new Set([search.text, ...search.references]);
  return payments
    .flatMap(({ attempts, reviewItems }) => {
      const open = new Set(
        [...reviewItems.values()].filter(isOpenReviewItem).map(({ attemptId }) => attemptId),
      );
      return [...attempts.values()].map((attempt) => ({
        attempt,
        hasOpenReviewItems: open.has(attempt.attemptId),
      }));
    })
    .filter(({ attempt: { state } }) => states.includes(state))
    .filter(({ attempt }) => tenants === undefined || tenants.includes(attempt.merchantTenant))
    .filter(
      ({ attempt: { attemptId, reference } }) =>
        search === undefined ||
        attemptId === search.text ||
        references?.has(reference) ||
        reported.get(search.text)?.has(attemptId),
    )
    .filter(({ attempt }) => after === undefined || position(attempt) < position(after))
    .sort((a, b) => (position(a.attempt) > position(b.attempt) ? -1 : 1))
    .slice(0, limit);
}

/** A text that orders attempts: instants in UTC have equal length. */
function position({ createdAt, attemptId }: { createdAt: string; attemptId: string }): string {
  return `${new Date(createdAt).toISOString()} ${attemptId}`;
}

interface BacklogRecords {
  readonly payments: readonly MemoryPaymentRecord[];
  readonly lastNotificationAt: string | undefined;
}

export function readStoredBacklogs(
  { payments, lastNotificationAt }: BacklogRecords,
  { dueBefore, tenants }: BacklogSelection,
): Backlogs {
  const isSelected = ({ tenant }: { tenant: string }) => tenants === undefined || tenants.includes(tenant);
  const jobs = payments.flatMap((record) => [...record.jobs.values()].map(({ job }) => job));
  const items = payments.flatMap(({ reviewItems }) => [...reviewItems.values()]);
  const overdue = jobs.filter(({ status, dueAt }) => status === "due" && new Date(dueAt) <= dueBefore);
  return {
    overdueJobs: backlogOf(overdue.filter(isSelected).map(({ dueAt }) => dueAt)),
    reviewItems: backlogOf(
      items
        .filter(isOpenReviewItem)
        .filter(isSelected)
        .map(({ createdAt }) => createdAt),
    ),
    lastNotificationAt,
  };
}

function backlogOf(instants: readonly string[]): Backlog {
  return {
    count: Math.min(instants.length, backlogLimit),
    hasMore: instants.length > backlogLimit,
    oldestAt: [...instants].sort()[0],
  };
}
