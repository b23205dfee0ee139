import type { Book } from "../book/book.ts";
import type { Order } from "../book/order.ts";
import { isoTime } from "../book/order-view.ts";
import type { JobShelf } from "../clock/job-shelf.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Schedule } from "../clock/schedule.ts";
import type { Plan } from "../sale-desk/subscription-plan.ts";

/** PLAN-COUNT: one year of each, unless the plan says how many. */
const yearOf: Readonly<Record<Plan["plan_type"], number>> = {
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

const monthsOf: Readonly<Record<Exclude<Plan["plan_type"], "weekly">, number>> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

const week = 7 * 24 * 3_600_000;

interface Parts {
  readonly book: Book;
  readonly clock: SandboxClock;
  readonly schedule: Schedule;
  readonly jobs: JobShelf;
}

/** Plans a later cycle of an order that has a plan, or says that there is none, inside `Book.change`. */
export function planCycle(order: Order, cycle: number, { book, clock, jobs, schedule }: Parts): void {
  const { plan } = order;
  if (!plan || order.subscriptionClosed) return;
  // settled again: the cycles of the first time go on
  if (cycle === 2 && jobs.nextOf(order.id, "cycle") !== undefined) return;
  const total = plan.total_count ?? yearOf[plan.plan_type];
  if (cycle > total) {
    order.subscriptionClosed = true;
    const says = `The plan has ${total} ${total === 1 ? "cycle" : "cycles"}: this was the last.`;
    book.note(order, { type: "subscription_closed", by: "plan", says });
    return;
  }
  const due = cycleDue(order.settledAt ?? clock.now(), plan, cycle);
  schedule.plan(order.id, due, { kind: "cycle", cycle, attempt: 1 });
  book.note(order, { type: "cycle_planned", cycle, dueAt: isoTime(due) });
}

/** When a cycle is charged: periods after the first one, on the same day of the month or the last that there is. */
function cycleDue(first: number, { plan_type }: Pick<Plan, "plan_type">, cycle: number): number {
  if (plan_type === "weekly") return first + (cycle - 1) * week;
  const start = new Date(first);
  const months = start.getUTCMonth() + (cycle - 1) * monthsOf[plan_type];
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const clockTime = first - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  return Date.UTC(start.getUTCFullYear(), months, day) + clockTime;
}

/** PLAN-INTERVAL: milliseconds between two attempts to charge a cycle. */
export function attemptGap({ interval_time = 3600 }: Plan): number {
  return interval_time * 1000;
}
