import { TZDateMini } from "@date-fns/tz/date/mini";
import { addMonths } from "date-fns/addMonths";
import { addWeeks } from "date-fns/addWeeks";
import type { PlanType } from "../../protocol/sale/plan.ts";

const monthsOf: Record<Exclude<PlanType, "weekly">, number> = { monthly: 1, quarterly: 3, yearly: 12 };

/** The fields of a plan that determine when it charges. Times are in seconds. */
export interface BillingSchedule {
  readonly type: PlanType;
  readonly attempts: number;
  readonly intervalTime: number;
}

/**
 * Returns when a cycle is charged (CYC-CALENDAR): whole periods after the first charge, at the same time of day in the
 * gateway's time zone, on the same day of the month or the month's last day. Counted from the first charge and not from
 * the one before: 31 March follows 28 February.
 *
 * @param number the cycle; 1 is the first charge itself
 */
export function chargeDateOf(
  { type }: Pick<BillingSchedule, "type">,
  { first, number, timeZone }: { first: Date; number: number; timeZone: string },
): Date {
  const local = new TZDateMini(first.getTime(), timeZone);
  const periods = number - 1;
  const due = type === "weekly" ? addWeeks(local, periods) : addMonths(local, periods * monthsOf[type]);
  return new Date(due.getTime());
}

/** Milliseconds that a charge may be late before it counts as missing: all its tries, and a margin (CYC-OVERDUE). */
export function lateGraceOf({ attempts, intervalTime }: BillingSchedule, margin: number): number {
  return (attempts * intervalTime + margin) * 1000;
}
