import type { GatewayCore } from "../gateway-core.ts";
import type { Order } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { SubscriptionPlan } from "../sale/subscription-plan.ts";

/** One year of cycles of each type, if the plan has no number (PLAN-COUNT). */
const cyclesPerYear: Readonly<Record<SubscriptionPlan["plan_type"], number>> = {
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

const weekMilliseconds = 7 * 24 * 3_600_000;

/** Schedules a later cycle of an order with a plan, inside `OrderStore.change`. Does nothing after the last cycle. */
export function scheduleCycle(
  order: Order,
  cycle: number,
  { orderStore, clock, jobs, schedule }: GatewayCore,
): void {
  const { plan } = order;
  if (!plan || order.subscriptionClosed) return;
  // After a second outcome, the cycles of the first one continue.
  if (cycle === 2 && jobs.nextOf(order.id, "cycle") !== undefined) return;
  const total = plan.total_count ?? cyclesPerYear[plan.plan_type];
  if (cycle > total) {
    order.subscriptionClosed = true;
    const says = `The plan has ${total} ${total === 1 ? "cycle" : "cycles"}: this was the last.`;
    orderStore.note(order, { type: "subscription_closed", by: "plan", says });
    return;
  }
  order.firstPaidAt ??= order.decidedAt ?? clock.now();
  const due = cycleDueTime(order.firstPaidAt, plan, cycle);
  schedule.plan(order.id, due, { kind: "cycle", cycle, attempt: 1 });
  orderStore.note(order, { type: "cycle_planned", cycle, dueAt: formatIsoTime(due) });
}

/**
 * Returns when a cycle is charged: whole periods after the first charge, on the same day of the month or the month's
 * last day.
 */
function cycleDueTime(first: number, { plan_type }: Pick<SubscriptionPlan, "plan_type">, cycle: number) {
  if (plan_type === "weekly") return first + (cycle - 1) * weekMilliseconds;
  const start = new Date(first);
  const months = start.getUTCMonth() + (cycle - 1) * (12 / cyclesPerYear[plan_type]);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const clockTime = first - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  return Date.UTC(start.getUTCFullYear(), months, day) + clockTime;
}

/** Returns the milliseconds between two attempts to charge a cycle (PLAN-INTERVAL). */
export function computeChargeRetryGap({ interval_time = 3600 }: SubscriptionPlan): number {
  return interval_time * 1000;
}
