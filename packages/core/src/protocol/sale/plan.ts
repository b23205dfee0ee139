import { z } from "zod";
import { lazily } from "../../lazily.ts";
import { minorSchema } from "../money/money.ts";
import { createTextSchema } from "./text-schemas.ts";

export const planTypes = ["weekly", "monthly", "quarterly", "yearly"] as const;
export type PlanType = (typeof planTypes)[number];

/** The number of cycles in one year (PLAN-COUNT). */
const cyclesInAYear: Record<PlanType, number> = { weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

/** The plan of a subscription: what is charged, and when (PLAN-KEYS). */
export const planSchema = lazily(() =>
  z
    .strictObject(
      {
        id: z.uuid("must be a UUID"),
        name: createTextSchema(255),
        type: z.enum(planTypes, `must be one of ${planTypes.join(", ")}`),
        description: createTextSchema(1000),
        /** How often the gateway tries a charge without sufficient funds. */
        attempts: z
          .int("must be a whole number")
          .min(1, "must be at least 1")
          .max(100, "must be at most 100"),
        /**
         * The amount of the first cycle, in minor units of the sale's currency. Default: the sale's amount (PLAN-FIRST).
         */
        firstPeriodAmount: minorSchema().positive("must be more than zero").optional(),
        /** Seconds between two tries (PLAN-INTERVAL). */
        intervalTime: z
          .int("must be whole seconds")
          .positive("must be at least 1")
          .max(2_592_000, "must be at most 2592000, thirty days")
          .default(3600),
        /** The number of all cycles. Default: one year of cycles (PLAN-COUNT). */
        totalCount: z
          .int("must be a whole number")
          .positive("must be at least 1")
          .max(10_000, "must be at most 10000")
          .optional(),
      },
      "is required: the plan of the subscription",
    )
    .transform((plan) => ({ ...plan, totalCount: plan.totalCount ?? cyclesInAYear[plan.type] })),
);

/**
 * A billing plan, with its defaults.
 *
 * @interface
 */
export type Plan = z.infer<ReturnType<typeof planSchema>>;

/** `subscription_plan`. The specification's listings differ on object or array (PLAN-ENCODING). */
export function formatPlan(
  plan: Plan,
  encoding: "object" | "array",
  formatAmount: (minor: number) => string,
): string {
  const wire = {
    id: plan.id,
    name: plan.name,
    plan_type: plan.type,
    first_period_amount:
      plan.firstPeriodAmount === undefined ? undefined : formatAmount(plan.firstPeriodAmount),
    description: plan.description,
    attempts: String(plan.attempts),
    interval_time: plan.intervalTime,
    total_count: plan.totalCount,
  };
  return JSON.stringify(encoding === "array" ? [wire] : wire);
}

/** `YYYY-MM-DD HH:MM:SS` in an IANA time zone (REQ-APPLYDATE). The specification names no zone. */
export function formatApplyDate(now: Date, timeZone: string): string {
  // Without Intl for the default: loading its data costs a process more than everything else here.
  if (timeZone === "UTC") return now.toISOString().slice(0, 19).replace("T", " ");
  const parts = formatterOf(timeZone).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}:${part("second")}`;
}

/** Returns whether the name is that of an IANA time zone. */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  try {
    return formatterOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** One for each time zone of the options: creating one takes longer than building a whole sale. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}
