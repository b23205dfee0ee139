import type { Attempt } from "../payment/attempt.ts";
import type { Job } from "../payment/job.ts";
import { lastRefundAtOf } from "../payment/recorded-refunds.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import { type Cycle, type CycleKey, paidAtOf } from "../payment/subscription/cycle.ts";
import {
  type AttemptPeriod,
  type AttemptSelection,
  type Backlog,
  type BacklogSelection,
  type Backlogs,
  backlogLimit,
  type CreatedReviewItemSelection,
  type ListedAttempt,
  type PaidCycle,
  type PaidCyclePosition,
  type PaidCycleSelection,
  type RefundedCharge,
  type RefundPosition,
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
  { states, tenants, search, period, after, limit }: AttemptSelection,
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
    .filter(({ createdAt }) => period === undefined || isInPeriod(new Date(createdAt), period))
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

function isInPeriod(instant: Date, { from, before }: AttemptPeriod): boolean {
  return instant >= from && instant < before;
}

/** Returns what `StaffStore.listRefundedCharges` returns. */
export function listStoredRefundedCharges(
  charges: readonly (Attempt | Cycle)[],
  after: RefundPosition,
  limit: number,
): readonly RefundedCharge[] {
  const refunded = charges.flatMap((charge) => {
    const { attemptId, facts } = charge;
    const lastRefundAt = lastRefundAtOf(facts);
    const number = "variant" in charge ? 1 : charge.number;
    return lastRefundAt === undefined ? [] : [{ attemptId, number, lastRefundAt, facts }];
  });
  const textOf = ({ lastRefundAt, ...charge }: RefundPosition) => chargeText(lastRefundAt, charge);
  return nextRows(refunded, textOf, textOf(after)).slice(0, limit);
}

/** Returns what `StaffStore.listPaidCycles` returns. */
export function listStoredPaidCycles(
  cycles: readonly Cycle[],
  { after, before, limit }: PaidCycleSelection,
): readonly PaidCycle[] {
  const paid = cycles.flatMap((cycle) => {
    const { attemptId, number, facts } = cycle;
    const paidAt = paidAtOf(cycle);
    return paidAt === undefined || new Date(paidAt) >= before ? [] : [{ attemptId, number, paidAt, facts }];
  });
  const textOf = ({ paidAt, ...charge }: PaidCyclePosition) => chargeText(paidAt, charge);
  return nextRows(paid, textOf, textOf(after)).slice(0, limit);
}

/** A text that orders charges by an instant in UTC. */
function chargeText(at: string, { attemptId, number }: CycleKey): string {
  return `${at} ${attemptId} ${String(number).padStart(9, "0")}`;
}

/** Returns what `StaffStore.listCreatedReviewItems` returns. */
export function listStoredReviewItems(
  items: readonly ReviewItem[],
  { after, before, limit }: CreatedReviewItemSelection,
): readonly ReviewItem[] {
  const textOf = ({ createdAt, id }: Pick<ReviewItem, "createdAt" | "id">) =>
    `${new Date(createdAt).toISOString()} ${id}`;
  const old = items.filter(({ createdAt }) => new Date(createdAt) < before);
  return nextRows(old, textOf, textOf(after)).slice(0, limit);
}

function nextRows<Row>(rows: readonly Row[], textOf: (row: Row) => string, after: string): Row[] {
  return rows.filter((row) => textOf(row) > after).sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
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
