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

/** One cycle that was reported or is overdue. */
export interface CycleStatus {
  /** 1 is the sale itself. */
  readonly number: number;
  readonly state: AttemptState;
  /** When the plan charges the cycle: ISO instant in UTC. Undefined for a cycle outside the plan. */
  readonly dueAt: string | undefined;
  /** The id of the gateway's transaction, if the cycle is paid. */
  readonly transactionId: string | undefined;
  readonly placed: PlacedOrder | undefined;
  /** Whether the cycle is overdue and has a review item (CYC-MISSING). */
  readonly missing: boolean;
  /** The timeline of a later cycle. For cycle 1, see the timeline of the attempt. */
  readonly timeline: readonly TimelineEntry[];
  /** The recorded refunds of a later cycle. For cycle 1, see the refunds of the attempt. */
  readonly refunds: readonly RecordedRefund[];
}

/**
 * The state of a subscription. `waiting`: the first cycle is not paid. `closed`: the gateway reported that it charges no further cycle.
 * `ended`: the last cycle of the plan is paid, or staff dismissed it. `active`: all else, also if a cycle failed or is overdue.
 */
export type SubscriptionState = "waiting" | "active" | "closed" | "ended";

/** The status of a subscription. */
export interface SubscriptionStatus {
  readonly planId: string;
  readonly planType: PlanType;
  readonly totalCount: number;
  readonly state: SubscriptionState;
  /** The gateway's id of the subscription. Undefined until a notification names it. */
  readonly masterId: string | undefined;
  /** When the gateway reported the closing: ISO instant in UTC. */
  readonly closedAt: string | undefined;
  /** The reported and the overdue cycles, by number. */
  readonly cycles: readonly CycleStatus[];
  /** The first expected cycle: not paid, not dismissed, not overdue. `dueAt` can be in the past if a charge failed or is late. */
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
