import type { PaymentState } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
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

/** One billing period that something was heard of. */
export interface CycleStatus {
  /** 1 is the sale itself. */
  readonly number: number;
  readonly state: PaymentState;
  /** ISO instant in UTC: when the plan says that it is charged; undefined of a cycle that it does not have. */
  readonly dueAt: string | undefined;
  /** The gateway's, of a cycle that was paid. */
  readonly transactionId: string | undefined;
  readonly placed: Placed | undefined;
  /** What was said of it; of the first cycle in the payment's own timeline. */
  readonly timeline: readonly TimelineEntry[];
}

/**
 * How a subscription stands. `waiting`: its first payment has not paid. `active`: none of the others; where its next cycle failed or is
 * missing it stays so, with a `next` whose day has passed. `closed`: the gateway reported so. `ended`: the last cycle of the plan was paid, or staff have
 * closed it.
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
  /** By number; those of which nothing was heard are not among them. */
  readonly cycles: readonly CycleStatus[];
  /** The first cycle that is neither paid nor closed by staff, and still expected; its day may have passed. */
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
  const later = cycles.filter((cycle) => cycle.orderNumber === orderNumber);
  const shown = (cycle: Shown) => showCycle(payment, cycle, { work, calendar });
  const { state } = payment;
  const first = { number: 1, state, transactions: payersOfCycle(payment, 1, payment.facts).flat() };
  return {
    planId: plan.id,
    planType: plan.type,
    totalCount: plan.totalCount,
    state: stateOf(payment, later),
    masterId: subscription?.masterId,
    closedAt: subscription?.closedAt,
    cycles: [shown(first), ...later.map((cycle) => shown(laterCycle(payment, cycle)))],
    next: nextOf(payment, later, calendar),
  };
}

interface Shown extends Pick<CycleStatus, "number" | "state"> {
  readonly transactions: readonly string[];
  readonly timeline?: readonly TimelineEntry[];
}

function laterCycle(payment: Subscription, { number, state, facts }: Cycle): Shown {
  const transactions = payersOfCycle(payment, number, facts).flat();
  return { number, state, transactions, timeline: toldFacts(facts) };
}

function showCycle(
  payment: Subscription,
  { number, state, transactions, timeline = [] }: Shown,
  { work, calendar }: { work: readonly Work[]; calendar: Pick<Calendar, "timeZone"> },
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
    timeline,
  };
}

/** What came of the work of a payment or a cycle, once it has come to something. What staff ended was not placed. */
export function placedBy(work: Work | undefined): Placed | undefined {
  if (work?.status !== "done" || work.result === undefined || work.result.note !== undefined)
    return undefined;
  const { at, placed } = work.result;
  return { at, ...(placed === undefined ? {} : { id: placed }) };
}

function stateOf({ state, plan, subscription }: Subscription, later: readonly Cycle[]): SubscriptionState {
  if (state !== "paid") return "waiting";
  const isLast = ({ number, state: own }: Pick<Cycle, "number" | "state">) =>
    number === plan.totalCount && isOver(own);
  if ([{ number: 1, state }, ...later].some(isLast)) return "ended";
  return subscription?.closedAt === undefined ? "active" : "closed";
}

function nextOf(payment: Subscription, later: readonly Cycle[], calendar: Pick<Calendar, "timeZone">) {
  if (payment.state !== "paid") return undefined;
  const over = new Set(later.flatMap(({ number, state }) => (isOver(state) ? [number] : [])));
  let number = 2;
  while (over.has(number)) number++;
  const due = cycleDueOf(payment, number, calendar);
  return isExpected(payment, number, due) ? { number, dueAt: due.toISOString() } : undefined;
}
