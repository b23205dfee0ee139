import type { Fact } from "../payment/fact.ts";
import { jobOrItemId } from "../payment/job.ts";
import type { ReviewItemKey } from "../payment/review-item.ts";
import type { CycleKey } from "../payment/subscription/cycle.ts";
import {
  closedBeforeDueNote,
  cycleDueDate,
  findCyclePayingSets,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import type { UsedTransaction } from "../ports/store.ts";
import type { ChangedCycle } from "./cycle-changes.ts";
import { jobsOfKind, type RowChanges } from "./row-changes.ts";

/** What a change stores of subscriptions, before its obsolete items are known. */
interface ObsoleteContext {
  readonly rows: RowChanges;
  readonly transactions: readonly UsedTransaction[];
  readonly changedCycles: readonly ChangedCycle[];
}

/**
 * Resolves the review items that new facts make obsolete, in the commit of these facts. Otherwise an item about an
 * overdue cycle that is paid now, or about a second payment that does not exist any more, would hide the items that
 * staff must resolve.
 */
export function resolveObsoleteItems(context: ObsoleteContext): void {
  const { rows, transactions, changedCycles } = context;
  for (const { cycle, from } of changedCycles) {
    if (cycle.state === from || !isCycleFinished(cycle.state)) continue;
    const note = `The cycle is ${cycle.state}.`;
    resolveOverdue(rows, cycle, note);
    dropDeclinedReports(rows, cycle, note);
  }
  for (const attempt of rows.changedAttempts.filter(isSubscriptionAttempt))
    resolveNoLongerOverdue(rows, attempt);
  for (const used of transactions) resolveOnceUsed(used, context);
}

/** Resolves that a cycle is overdue, for staff, and for the shop, which may not be informed yet. */
function resolveOverdue(rows: RowChanges, { attemptId, number }: CycleKey, note: string): void {
  rows.resolveItem(jobOrItemId(attemptId, { kind: "cycle-overdue", cycle: number }), note);
  const reportId = jobOrItemId(attemptId, { kind: "report-cycle-overdue", cycle: number });
  if (rows.payment.jobs.some(({ id, status }) => id === reportId && status === "given-up"))
    rows.completeJob(reportId, "superseded", note);
}

/** Completes the reports of declined charges that the shop did not get, because the cycle has ended since (CYC-FAILED). */
function dropDeclinedReports(rows: RowChanges, key: CycleKey, note: string): void {
  for (const { id, cycle, status } of jobsOfKind(rows, key, "report-cycle-failed"))
    if (cycle === key.number && status === "given-up") rows.completeJob(id, "superseded", note);
}

/** Cycles that were overdue until a closing was reported that came before them (CYC-OVERDUE). */
function resolveNoLongerOverdue(rows: RowChanges, attempt: SubscriptionAttempt): void {
  const { payment, openItems, calendar } = rows;
  const overdue = [
    ...openItems.filter(({ kind }) => kind === "cycle-overdue"),
    ...payment.jobs.filter(({ kind }) => kind === "report-cycle-overdue"),
  ].flatMap(({ attemptId, cycle }) => (attemptId === attempt.attemptId ? (cycle ?? []) : []));
  for (const number of new Set(overdue))
    if (!isCycleExpected(attempt, number, cycleDueDate(attempt, number, calendar)))
      resolveOverdue(rows, { attemptId: attempt.attemptId, number }, closedBeforeDueNote);
}

/**
 * Resolves what was reported while the cycle of a transaction was not known (CYC-TRANSACTION): that it is unknown, and that the sale or
 * another cycle is paid twice, if no two transactions are left for it.
 */
function resolveOnceUsed(used: UsedTransaction, context: ObsoleteContext): void {
  const { attemptId, transactionId, usedFor } = used;
  const isRefunded = usedFor === "refunded";
  const note = `Transaction ${transactionId} ${isRefunded ? "was refunded" : `pays cycle ${usedFor}`}.`;
  const obsolete: ReviewItemKey[] = [
    ...(isRefunded ? [] : [{ kind: "unknown-cycle", dedupeKey: transactionId } as const]),
    // Without a count it was recorded as a first payment, and a complete notification has named its cycle since.
    ...(isRefunded || usedFor === 1
      ? []
      : [{ kind: "incomplete-notification", dedupeKey: transactionId } as const]),
    ...cycleReportsOf(attemptId, context).flatMap((reports) => noLongerPaidTwice(reports, context)),
  ];
  for (const key of obsolete) context.rows.resolveItem(jobOrItemId(attemptId, key), note);
}

/** The sale, or a loaded later cycle of it, with its facts. */
interface CycleReports {
  readonly sale: SubscriptionAttempt;
  readonly number: number;
  readonly facts: readonly Fact[];
}

function cycleReportsOf(attemptId: string, { rows, changedCycles }: ObsoleteContext): CycleReports[] {
  const sale = rows.findAttempt(attemptId);
  if (sale === undefined || !isSubscriptionAttempt(sale)) return [];
  const all = [...rows.payment.cycles, ...changedCycles.map(({ cycle }) => cycle)];
  const own = all.filter((each) => each.attemptId === attemptId);
  const cycles = new Map(own.map((each) => [each.number, each]));
  const charges = [{ number: 1, facts: sale.facts }, ...cycles.values()];
  return charges.map(({ number, facts }) => ({ sale, number, facts }));
}

function noLongerPaidTwice(
  { sale, number, facts }: CycleReports,
  { rows, transactions }: ObsoleteContext,
): ReviewItemKey[] {
  const all = findCyclePayingSets(sale, number, facts);
  const others = [...rows.payment.transactions, ...transactions].filter(
    (each) => each.attemptId === sale.attemptId && each.usedFor !== number,
  );
  const left = all.filter((each) => !others.some(({ transactionId }) => each.includes(transactionId)));
  if (left.length > 1) return [];
  const cycle = number === 1 ? undefined : number;
  return all.slice(1).map((_, index) => ({ kind: "paid-twice", cycle, dedupeKey: String(index + 2) }));
}
