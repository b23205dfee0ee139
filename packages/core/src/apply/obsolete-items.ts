import type { Attempt } from "../payment/attempt.ts";
import type { Fact } from "../payment/fact.ts";
import { jobOrItemId } from "../payment/job.ts";
import type { ReviewItemKey } from "../payment/review-item.ts";
import { type Cycle, cycleId } from "../payment/subscription/cycle.ts";
import {
  closedBeforeDueNote,
  cycleDueDate,
  findCyclePayingSets,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import type { Payment, UsedTransaction } from "../ports/store.ts";
import type { CycleDueSettings } from "./cycle-changes.ts";
import type { JobChanges, ReviewItemChanges } from "./row-changes.ts";

/** What a change stores, before its obsolete items are known. */
export interface ChangedAttemptsAndCycles {
  readonly attempts: readonly Attempt[];
  readonly cycles: readonly Cycle[];
  readonly transactions: readonly UsedTransaction[];
  /** The cycles whose state changes. */
  readonly movedCycles: readonly Cycle[];
}

interface ObsoleteContext {
  readonly payment: Payment;
  readonly changed: ChangedAttemptsAndCycles;
  readonly calendar: CycleDueSettings;
  readonly jobs: JobChanges;
  readonly items: ReviewItemChanges;
}

/**
 * Resolves the review items that new facts make obsolete, in the commit of these facts. Otherwise an item about an
 * overdue cycle that is paid now, or about a second payment that does not exist any more, would hide the items that
 * staff must resolve.
 */
export function resolveObsoleteItems(context: ObsoleteContext): void {
  const { changed } = context;
  for (const { attemptId, number, state } of changed.movedCycles.filter(({ state }) =>
    isCycleFinished(state),
  )) {
    const note = `The cycle is ${state}.`;
    resolveOverdue(context, { attemptId, number }, note);
    dropDeclinedReports(context, { attemptId, number }, note);
  }
  for (const attempt of changed.attempts.filter(isSubscriptionAttempt))
    resolveNoLongerOverdue(context, attempt);
  for (const used of changed.transactions) resolveOnceUsed(used, context);
}

/** Resolves that a cycle is overdue, for staff, and for the shop, which may not be informed yet. */
function resolveOverdue(
  { payment, jobs, items }: ObsoleteContext,
  { attemptId, number }: { readonly attemptId: string; readonly number: number },
  note: string,
): void {
  items.resolve(jobOrItemId(attemptId, { kind: "cycle-overdue", cycle: number }), note);
  const reportId = jobOrItemId(attemptId, { kind: "report-cycle-overdue", cycle: number });
  if (payment.jobs.some(({ id, status }) => id === reportId && status === "given-up"))
    jobs.complete(reportId, "superseded", note);
}

/** Completes the reports of declined charges that the shop did not get, because the cycle has ended since (CYC-FAILED). */
function dropDeclinedReports(
  { payment, jobs }: ObsoleteContext,
  { attemptId, number }: { readonly attemptId: string; readonly number: number },
  note: string,
): void {
  for (const { id, kind, cycle, status, ...job } of payment.jobs)
    if (
      kind === "report-cycle-failed" &&
      job.attemptId === attemptId &&
      cycle === number &&
      status === "given-up"
    )
      jobs.complete(id, "superseded", note);
}

/** Cycles that were overdue until a closing was reported that came before them (CYC-OVERDUE). */
function resolveNoLongerOverdue(context: ObsoleteContext, attempt: SubscriptionAttempt): void {
  const { payment, items, calendar } = context;
  const overdue = [
    ...items.stillOpen.filter(({ kind }) => kind === "cycle-overdue"),
    ...payment.jobs.filter(({ kind }) => kind === "report-cycle-overdue"),
  ].flatMap(({ attemptId, cycle }) => (attemptId === attempt.attemptId ? (cycle ?? []) : []));
  for (const number of new Set(overdue))
    if (!isCycleExpected(attempt, number, cycleDueDate(attempt, number, calendar)))
      resolveOverdue(context, { attemptId: attempt.attemptId, number }, closedBeforeDueNote);
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
  for (const key of obsolete) context.items.resolve(jobOrItemId(attemptId, key), note);
}

/** The sale, or a loaded later cycle of it, with its facts. */
interface CycleReports {
  readonly sale: SubscriptionAttempt;
  readonly number: number;
  readonly facts: readonly Fact[];
}

function cycleReportsOf(attemptId: string, { payment, changed }: ObsoleteContext): CycleReports[] {
  const isOwn = (each: { readonly attemptId: string }) => each.attemptId === attemptId;
  const sale = changed.attempts.find(isOwn) ?? payment.attempts.find(isOwn);
  if (sale === undefined || !isSubscriptionAttempt(sale)) return [];
  const cycles = new Map(
    [...payment.cycles, ...changed.cycles].filter(isOwn).map((each) => [cycleId(each), each]),
  );
  return [{ number: 1, facts: sale.facts }, ...cycles.values()].map(({ number, facts }) => ({
    sale,
    number,
    facts,
  }));
}

function noLongerPaidTwice(
  { sale, number, facts }: CycleReports,
  { payment, changed }: ObsoleteContext,
): ReviewItemKey[] {
  const all = findCyclePayingSets(sale, number, facts);
  const others = [...payment.transactions, ...changed.transactions].filter(
    (each) => each.attemptId === sale.attemptId && each.usedFor !== number,
  );
  const left = all.filter((each) => !others.some(({ transactionId }) => each.includes(transactionId)));
  if (left.length > 1) return [];
  const cycle = number === 1 ? undefined : number;
  return all.slice(1).map((_, index) => ({ kind: "paid-twice", cycle, dedupeKey: String(index + 2) }));
}
