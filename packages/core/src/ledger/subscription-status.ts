import type { PaymentState } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { type RecordedRefund, refundsOf } from "../payment/recorded-refunds.ts";
import { type TimelineEntry, toldFacts } from "../payment/timeline.ts";
import type { PlanType } from "../sale/plan.ts";
import type { Cycle } from "../subscription/cycle.ts";
import {
  cycleDueOf,
  isExpected,
  isOver,
  isSubscription,
  payersOfCycle,
  type Subscription,
} from "../subscription/subscription.ts";
import type { Calendar } from "./draft-cycles.ts";
import type { Book } from "./store.ts";
import type { Work } from "./work.ts";

/** What the host made of a payment or a cycle, once it has. */
export interface Placed {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly id?: string;
}

/** One billing period that something was heard of, or that is missing. */
export interface CycleStatus {
  /** 1 is the sale itself. */
  readonly number: number;
  readonly state: PaymentState;
  /** ISO instant in UTC: when the plan says that it is charged; undefined of a cycle that it does not have. */
  readonly dueAt: string | undefined;
  /** The gateway's, of a cycle that was paid. */
  readonly transactionId: string | undefined;
  readonly placed: Placed | undefined;
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
  payment: Payment,
  { cycles, work }: Pick<Book, "cycles" | "work">,
  calendar: Pick<Calendar, "timeZone">,
): SubscriptionStatus | undefined {
  if (!isSubscription(payment)) return undefined;
  const { plan, subscription, orderNumber } = payment;
  const heard = cycles.filter((cycle) => cycle.orderNumber === orderNumber);
  const missing = missingOf(orderNumber, work);
  const later = [...heard, ...unheard(orderNumber, { heard, missing })].sort((a, b) => a.number - b.number);
  const next = nextOf(payment, { later, missing, calendar });
  const shown = (cycle: Shown) => showCycle(payment, cycle, { work, missing, calendar });
  const { state } = payment;
  const first = { number: 1, state, transactions: payersOfCycle(payment, 1, payment.facts).flat() };
  return {
    planId: plan.id,
    planType: plan.type,
    totalCount: plan.totalCount,
    state: stateOf(payment, { later, isOpen: next !== undefined || missing.size > 0 }),
    masterId: subscription?.masterId,
    closedAt: subscription?.closedAt,
    cycles: [shown(first), ...later.map((cycle) => shown(laterCycle(payment, cycle)))],
    next,
  };
}

/** The cycles that staff are asked about because nothing that pays was heard of them. */
function missingOf(orderNumber: string, work: readonly Work[]): ReadonlySet<number> {
  const numbers = work.flatMap((each) =>
    each.kind === "cycle-missing" && each.status === "parked" && each.orderNumber === orderNumber
      ? (each.cycle ?? [])
      : [],
  );
  return new Set(numbers);
}

/** Those of which nothing at all was heard. */
function unheard(
  orderNumber: string,
  { heard, missing }: { heard: readonly Cycle[]; missing: ReadonlySet<number> },
): Cycle[] {
  const known = new Set(heard.map(({ number }) => number));
  const silent = [...missing].filter((number) => !known.has(number));
  return silent.map((number) => ({ version: 1, orderNumber, number, facts: [], state: "created" }));
}

interface Shown extends Pick<CycleStatus, "number" | "state"> {
  readonly transactions: readonly string[];
  readonly timeline?: readonly TimelineEntry[];
  readonly refunds?: readonly RecordedRefund[];
}

function laterCycle(payment: Subscription, { number, state, facts }: Cycle): Shown {
  const transactions = payersOfCycle(payment, number, facts).flat();
  return { number, state, transactions, timeline: toldFacts(facts), refunds: refundsOf(facts) };
}

function showCycle(
  payment: Subscription,
  { number, state, transactions, timeline = [], refunds = [] }: Shown,
  {
    work,
    missing,
    calendar,
  }: { work: readonly Work[]; missing: ReadonlySet<number>; calendar: Pick<Calendar, "timeZone"> },
): CycleStatus {
  const isIts = (each: Work) =>
    each.orderNumber === payment.orderNumber &&
    (number === 1 ? each.kind === "paid" : each.kind === "cycle" && each.cycle === number);
  return {
    number,
    state,
    dueAt: number > payment.plan.totalCount ? undefined : cycleDueOf(payment, number, calendar).toISOString(),
    transactionId: state === "paid" ? transactions[0] : undefined,
    placed: placedBy(work.find(isIts)),
    missing: missing.has(number),
    timeline,
    refunds,
  };
}

/** What came of the work of a payment or a cycle, once it has come to something. What staff ended was not placed. */
export function placedBy(work: Work | undefined): Placed | undefined {
  if (work?.status !== "done" || work.result === undefined || work.result.note !== undefined)
    return undefined;
  const { at, placed } = work.result;
  return { at, ...(placed === undefined ? {} : { id: placed }) };
}

function stateOf(
  { state, plan, subscription }: Subscription,
  { later, isOpen }: { later: readonly Cycle[]; isOpen: boolean },
): SubscriptionState {
  if (state !== "paid") return "waiting";
  const isLast = ({ number, state: own }: Pick<Cycle, "number" | "state">) =>
    number === plan.totalCount && isOver(own);
  if (!isOpen && [{ number: 1, state }, ...later].some(isLast)) return "ended";
  return subscription?.closedAt === undefined ? "active" : "closed";
}

function nextOf(
  payment: Subscription,
  {
    later,
    missing,
    calendar,
  }: { later: readonly Cycle[]; missing: ReadonlySet<number>; calendar: Pick<Calendar, "timeZone"> },
) {
  if (payment.state !== "paid") return undefined;
  const over = new Set([
    ...missing,
    ...later.flatMap(({ number, state }) => (isOver(state) ? [number] : [])),
  ]);
  let number = 2;
  while (over.has(number)) number++;
  const due = cycleDueOf(payment, number, calendar);
  return isExpected(payment, number, due) ? { number, dueAt: due.toISOString() } : undefined;
}
