import type { JobScheduler } from "../clock/job-scheduler.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { SubscriptionPlan } from "../sale/subscription-plan.ts";

/** PLAN-COUNT: one year of each, unless the plan says how many. */
const cyclesPerYear: Readonly<Record<SubscriptionPlan["plan_type"], number>> = {
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

const monthsPerCycle: Readonly<Record<Exclude<SubscriptionPlan["plan_type"], "weekly">, number>> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

const weekMilliseconds = 7 * 24 * 3_600_000;

interface CycleDependencies {
  readonly book: OrderStore;
  readonly clock: SandboxClock;
  readonly schedule: JobScheduler;
  readonly jobs: JobStore;
}

/** Plans a later cycle of an order that has a plan, or says that there is none, inside `Book.change`. */
export function planCycle(
  order: Order,
  cycle: number,
  { book, clock, jobs, schedule }: CycleDependencies,
): void {
  const { plan } = order;
  if (!plan || order.subscriptionClosed) return;
  // settled again: the cycles of the first time go on
  if (cycle === 2 && jobs.nextOf(order.id, "cycle") !== undefined) return;
  const total = plan.total_count ?? cyclesPerYear[plan.plan_type];
  if (cycle > total) {
    order.subscriptionClosed = true;
    const says = `The plan has ${total} ${total === 1 ? "cycle" : "cycles"}: this was the last.`;
    book.note(order, { type: "subscription_closed", by: "plan", says });
    return;
  }
  order.firstPaidAt ??= order.settledAt ?? clock.now();
  const due = cycleDueTime(order.firstPaidAt, plan, cycle);
  schedule.plan(order.id, due, { kind: "cycle", cycle, attempt: 1 });
  book.note(order, { type: "cycle_planned", cycle, dueAt: formatIsoTime(due) });
}

/** When a cycle is charged: periods after the first one, on the same day of the month or the last that there is. */
function cycleDueTime(
  first: number,
  { plan_type }: Pick<SubscriptionPlan, "plan_type">,
  cycle: number,
): number {
  if (plan_type === "weekly") return first + (cycle - 1) * weekMilliseconds;
  const start = new Date(first);
  const months = start.getUTCMonth() + (cycle - 1) * monthsPerCycle[plan_type];
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const clockTime = first - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  return Date.UTC(start.getUTCFullYear(), months, day) + clockTime;
}

/** PLAN-INTERVAL: milliseconds between two attempts to charge a cycle. */
export function chargeRetryGap({ interval_time = 3600 }: SubscriptionPlan): number {
  return interval_time * 1000;
}
