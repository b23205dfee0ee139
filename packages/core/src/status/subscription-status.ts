import type { BillingCalendar } from "../apply/cycle-changes.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { AttemptState } from "../payment/derive-attempt-state.ts";
import type { Job } from "../payment/job.ts";
import { findPlacedOrder, findPlacedRenewal, type PlacedOrder } from "../payment/placed-order.ts";
import { type RecordedRefund, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { Cycle } from "../payment/subscription/cycle.ts";
import {
  cycleDueDate,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
  transactionsPayingCycle,
} from "../payment/subscription/subscription.ts";
import type { Payment } from "../ports/store.ts";
import type { PlanType } from "../protocol/sale/plan.ts";
import { factEntries, type TimelineEntry } from "./timeline.ts";

/** One billing period that something was heard of, or that is missing. */
export interface CycleStatus {
  /** 1 is the sale itself. */
  readonly number: number;
  readonly state: AttemptState;
  /** ISO instant in UTC: when the plan says that it is charged; undefined of a cycle that it does not have. */
  readonly dueAt: string | undefined;
  /** The gateway's, of a cycle that was paid. */
  readonly transactionId: string | undefined;
  readonly placed: PlacedOrder | undefined;
  /** It should have been paid by now and is not, and staff are asked about it (CYC-MISSING). */
  readonly missing: boolean;
  /** What was said of it; of the first cycle in the payment's own timeline. */
  readonly timeline: readonly TimelineEntry[];
  /** What operators recorded as given back of it; of the first cycle in the payment's own refunds. */
  readonly refunds: readonly RecordedRefund[];
}

/**
 * How a subscription stands. `waiting`: its first payment has not paid. `closed`: the gateway reported so. `ended`: nothing is charged any
 * more, for the last cycle of the plan was paid, or staff have closed it. `active`: none of the others, also where a cycle failed or is missing.
 */
export type SubscriptionState = "waiting" | "active" | "closed" | "ended";

export interface SubscriptionStatus {
  readonly planId: string;
  readonly planType: PlanType;
  readonly totalCount: number;
  readonly state: SubscriptionState;
  /** The gateway's master order number, once one was named. */
  readonly masterId: string | undefined;
  /** ISO instant in UTC: when closing was reported. */
  readonly closedAt: string | undefined;
  /** By number: those of which something was heard, and those that are missing. */
  readonly cycles: readonly CycleStatus[];
  /** The first cycle that is expected still: not paid, not closed by staff, not missing. Its day has passed where it failed, or is late. */
  readonly next: { readonly number: number; readonly dueAt: string } | undefined;
}

/** Undefined where the payment began none. */
export function subscriptionStatus(
  payment: Attempt,
  { cycles, work }: Pick<Payment, "cycles" | "work">,
  calendar: Pick<BillingCalendar, "timeZone">,
): SubscriptionStatus | undefined {
  if (!isSubscriptionAttempt(payment)) return undefined;
  const { plan, subscription, orderNumber } = payment;
  const heard = cycles.filter((cycle) => cycle.orderNumber === orderNumber);
  const missing = overdueCycleNumbers(orderNumber, work);
  const later = [...heard, ...unreportedCycles(orderNumber, { heard, missing })].sort(
    (a, b) => a.number - b.number,
  );
  const next = nextCycleOf(payment, { later, missing, calendar });
  const shown = (cycle: CycleSummary) => toCycleStatus(payment, cycle, { work, missing, calendar });
  const { state } = payment;
  const first = { number: 1, state, transactions: transactionsPayingCycle(payment, 1, payment.facts).flat() };
  return {
    planId: plan.id,
    planType: plan.type,
    totalCount: plan.totalCount,
    state: subscriptionStateOf(payment, { later, isOpen: next !== undefined || missing.size > 0 }),
    masterId: subscription?.masterId,
    closedAt: subscription?.closedAt,
    cycles: [shown(first), ...later.map((cycle) => shown(summarizeCycle(payment, cycle)))],
    next,
  };
}

/** The cycles that staff are asked about because nothing that pays was heard of them. */
function overdueCycleNumbers(orderNumber: string, work: readonly Job[]): ReadonlySet<number> {
  const numbers = work.flatMap((each) =>
    each.kind === "cycle-missing" && each.status === "parked" && each.orderNumber === orderNumber
      ? (each.cycle ?? [])
      : [],
  );
  return new Set(numbers);
}

/** Those of which nothing at all was heard. */
function unreportedCycles(
  orderNumber: string,
  { heard, missing }: { heard: readonly Cycle[]; missing: ReadonlySet<number> },
): Cycle[] {
  const known = new Set(heard.map(({ number }) => number));
  const silent = [...missing].filter((number) => !known.has(number));
  return silent.map((number) => ({ version: 1, orderNumber, number, facts: [], state: "created" }));
}

interface CycleSummary extends Pick<CycleStatus, "number" | "state"> {
  readonly transactions: readonly string[];
  readonly timeline?: readonly TimelineEntry[];
  readonly refunds?: readonly RecordedRefund[];
}

function summarizeCycle(payment: SubscriptionAttempt, { number, state, facts }: Cycle): CycleSummary {
  const transactions = transactionsPayingCycle(payment, number, facts).flat();
  return { number, state, transactions, timeline: factEntries(facts), refunds: recordedRefundsOf(facts) };
}

function toCycleStatus(
  payment: SubscriptionAttempt,
  { number, state, transactions, timeline = [], refunds = [] }: CycleSummary,
  {
    work,
    missing,
    calendar,
  }: { work: readonly Job[]; missing: ReadonlySet<number>; calendar: Pick<BillingCalendar, "timeZone"> },
): CycleStatus {
  const { orderNumber } = payment;
  const own = work.filter((each) => each.orderNumber === orderNumber);
  return {
    number,
    state,
    dueAt:
      number > payment.plan.totalCount ? undefined : cycleDueDate(payment, number, calendar).toISOString(),
    transactionId: state === "paid" ? transactions[0] : undefined,
    placed: number === 1 ? findPlacedOrder(own) : findPlacedRenewal(own, { orderNumber, number }),
    missing: missing.has(number),
    timeline,
    refunds,
  };
}

function subscriptionStateOf(
  { state, plan, subscription }: SubscriptionAttempt,
  { later, isOpen }: { later: readonly Cycle[]; isOpen: boolean },
): SubscriptionState {
  if (state !== "paid") return "waiting";
  const isLast = ({ number, state: own }: Pick<Cycle, "number" | "state">) =>
    number === plan.totalCount && isCycleFinished(own);
  if (!isOpen && [{ number: 1, state }, ...later].some(isLast)) return "ended";
  return subscription?.closedAt === undefined ? "active" : "closed";
}

function nextCycleOf(
  payment: SubscriptionAttempt,
  {
    later,
    missing,
    calendar,
  }: { later: readonly Cycle[]; missing: ReadonlySet<number>; calendar: Pick<BillingCalendar, "timeZone"> },
) {
  if (payment.state !== "paid") return undefined;
  const over = new Set([
    ...missing,
    ...later.flatMap(({ number, state }) => (isCycleFinished(state) ? [number] : [])),
  ]);
  let number = 2;
  while (over.has(number)) number++;
  const due = cycleDueDate(payment, number, calendar);
  return isCycleExpected(payment, number, due) ? { number, dueAt: due.toISOString() } : undefined;
}
