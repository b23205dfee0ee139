import type { Attempt } from "../payment/attempt.ts";
import { type Fact, refundedTransactionCycle } from "../payment/fact.ts";
import { type Job, type JobKey, jobId } from "../payment/job.ts";
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
import type { JobCompletion, PaidTransaction, Payment, PaymentChange } from "../ports/store.ts";
import type { BillingCalendar } from "./cycle-changes.ts";
import type { CommitContext } from "./job-changes.ts";

type ObsoleteItem = JobKey & { readonly orderNumber: string; readonly note: string };

/** A settlement, before it is said what it makes untrue. */
export interface ChangesWithoutCompletions {
  readonly change: Omit<PaymentChange, "ended">;
  /** Payments whose state this changes, with the state they had. */
  readonly moved: readonly { readonly payment: Attempt; readonly from: Attempt["state"] }[];
  /** The same of cycles. */
  readonly movedCycles: readonly { readonly cycle: Cycle; readonly from: Cycle["state"] }[];
  /** Items about attempts without a result that this replaces or answers, and the jobs of attempts that cannot win any more. */
  readonly answered: readonly JobCompletion[];
}

/**
 * What a settlement makes untrue, to end in its own commit: nobody looks at it again. An item that says "nothing came" when it has, or
 * "twice" where it was once, only hides those that are true.
 */
export function obsoleteItems(
  book: Payment,
  settlement: ChangesWithoutCompletions,
  { now, calendar }: Pick<CommitContext, "now"> & { readonly calendar: BillingCalendar },
): JobCompletion[] {
  const work = [...book.work, ...settlement.change.work];
  const parked = new Set(work.flatMap(({ id, status }) => (status === "parked" ? [id] : [])));
  const untrue = [...obsoleteAfterChanges(book, settlement), ...noLongerOverdue(work, settlement, calendar)];
  const ended = untrue.flatMap(({ orderNumber, note, ...cause }) => {
    const id = jobId(orderNumber, cause);
    return parked.has(id) ? [{ id, result: { at: now.toISOString(), note } }] : [];
  });
  return [...settlement.answered, ...ended];
}

function obsoleteAfterChanges(
  book: Payment,
  { change, movedCycles }: ChangesWithoutCompletions,
): ObsoleteItem[] {
  const found = movedCycles.filter(({ cycle }) => isCycleFinished(cycle.state));
  return [
    ...found.flatMap(({ cycle: { orderNumber, number, state } }) =>
      overdueKinds.map((kind) => ({ kind, cycle: number, orderNumber, note: `The cycle is ${state}.` })),
    ),
    ...change.transactions.flatMap((paid) => obsoleteOncePaid(paid, { book, change })),
  ];
}

/** That a cycle is missing, for staff and for the shop, which may not have been told yet. */
const overdueKinds = ["cycle-missing", "missed"] as const;

/** Cycles that were missed until a closing was heard of that came before them (CYC-MISSING). */
function noLongerOverdue(
  work: readonly Job[],
  { change }: ChangesWithoutCompletions,
  { timeZone }: BillingCalendar,
): ObsoleteItem[] {
  return change.payments.filter(isSubscriptionAttempt).flatMap((payment) =>
    work.flatMap(({ kind, orderNumber, cycle }) => {
      const known = overdueKinds.find((each) => each === kind);
      if (known === undefined || cycle === undefined || orderNumber !== payment.orderNumber) return [];
      if (isCycleExpected(payment, cycle, cycleDueDate(payment, cycle, { timeZone }))) return [];
      return [{ kind: known, cycle, orderNumber, note: closedBeforeDueNote }];
    }),
  );
}

/**
 * What was said while a transaction had not been told its cycle (CYC-TRANSACTION): that this cannot be told, and that the sale or another
 * cycle is paid twice, if no two transactions are left for it.
 */
function obsoleteOncePaid(paid: PaidTransaction, settled: ObsoleteItemsContext): ObsoleteItem[] {
  const { orderNumber, transactionId, cycle } = paid;
  const isBack = cycle === refundedTransactionCycle;
  const note = `Transaction ${transactionId} ${isBack ? "was given back" : `has paid cycle ${cycle}`}.`;
  return [
    ...(isBack ? [] : [{ kind: "unknown-cycle", mark: transactionId, orderNumber, note } as const]),
    ...cycleReportsOf(orderNumber, settled).flatMap((reported) =>
      noLongerPaidTwice(reported, settled).map((cause) => ({ ...cause, orderNumber, note })),
    ),
  ];
}

type ObsoleteItemsContext = Pick<ChangesWithoutCompletions, "change"> & { readonly book: Payment };

/** The sale, or a later cycle of it that was read, with what was said of it. */
interface CycleReports {
  readonly sale: SubscriptionAttempt;
  readonly number: number;
  readonly facts: readonly Fact[];
}

function cycleReportsOf(orderNumber: string, { book, change }: ObsoleteItemsContext): CycleReports[] {
  const isIts = (each: { readonly orderNumber: string }) => each.orderNumber === orderNumber;
  const sale = change.payments.find(isIts) ?? book.payments.find(isIts);
  if (sale === undefined || !isSubscriptionAttempt(sale)) return [];
  const cycles = new Map(
    [...book.cycles, ...change.cycles].filter(isIts).map((each) => [cycleId(each), each]),
  );
  return [{ number: 1, facts: sale.facts }, ...cycles.values()].map(({ number, facts }) => ({
    sale,
    number,
    facts,
  }));
}

function noLongerPaidTwice(
  { sale, number, facts }: CycleReports,
  { book, change }: ObsoleteItemsContext,
): JobKey[] {
  const all = transactionsPayingCycle(sale, number, facts);
  const others = [...book.transactions, ...change.transactions].filter(
    (each) => each.orderNumber === sale.orderNumber && each.cycle !== number,
  );
  const left = all.filter((each) => !others.some(({ transactionId }) => each.includes(transactionId)));
  if (left.length > 1) return [];
  const about = number === 1 ? {} : { cycle: number };
  return all.slice(1).map((_, index) => ({ kind: "paid-twice", ...about, mark: String(index + 2) }));
}
