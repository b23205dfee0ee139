import type { Attempt } from "../payment/attempt.ts";
import type { Fact } from "../payment/fact.ts";
import { causeId } from "../payment/job.ts";
import type { ReviewItemKey } from "../payment/review-item.ts";
import { type Cycle, cycleId } from "../payment/subscription/cycle.ts";
import {
  closedBeforeDueNote,
  cycleDueDate,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
  transactionsPayingCycle,
} from "../payment/subscription/subscription.ts";
import type { Payment, UsedTransaction } from "../ports/store.ts";
import type { BillingCalendar } from "./cycle-changes.ts";
import type { JobChanges } from "./job-changes.ts";
import type { ReviewItemChanges } from "./review-item-changes.ts";

/** What a change stores, before its obsolete items are known. */
export interface ChangedRecords {
  readonly attempts: readonly Attempt[];
  readonly cycles: readonly Cycle[];
  readonly transactions: readonly UsedTransaction[];
  /** The cycles whose state changes. */
  readonly movedCycles: readonly Cycle[];
}

interface ObsoleteContext {
  readonly payment: Payment;
  readonly changed: ChangedRecords;
  readonly calendar: BillingCalendar;
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
  for (const { attemptId, number, state } of changed.movedCycles)
    if (isCycleFinished(state)) resolveOverdue(context, { attemptId, number }, `The cycle is ${state}.`);
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
  items.resolve(causeId(attemptId, { kind: "cycle-overdue", cycle: number }), note);
  const reportId = causeId(attemptId, { kind: "report-cycle-overdue", cycle: number });
  if (payment.jobs.some(({ id, status }) => id === reportId && status === "given-up"))
    jobs.complete(reportId, "superseded", note);
}

/** Cycles that were overdue until a closing was reported that came before them (CYC-MISSING). */
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
    ...cycleReportsOf(attemptId, context).flatMap((reports) => noLongerPaidTwice(reports, context)),
  ];
  for (const key of obsolete) context.items.resolve(causeId(attemptId, key), note);
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
  const all = transactionsPayingCycle(sale, number, facts);
  const others = [...payment.transactions, ...changed.transactions].filter(
    (each) => each.attemptId === sale.attemptId && each.usedFor !== number,
  );
  const left = all.filter((each) => !others.some(({ transactionId }) => each.includes(transactionId)));
  if (left.length > 1) return [];
  const cycle = number === 1 ? undefined : number;
  return all.slice(1).map((_, index) => ({ kind: "paid-twice", cycle, dedupeKey: String(index + 2) }));
}
