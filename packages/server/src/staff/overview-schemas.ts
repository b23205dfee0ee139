import { variants } from "@pay-index/core";
import { z } from "@pay-index/core/adapter";

/** A day in UTC. */
export const daySchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-03-31")
  .refine(isOfCalendar, "must be a day of the calendar");

/** `Date` reads February 30 as a day of March. */
function isOfCalendar(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** `count` is at most 1000. `hasMore`: there can be more than `count`. */
export const backlogSchema = z.object({
  count: z.number().int(),
  hasMore: z.boolean(),
  oldestAt: z.string().nullable(),
});
export type StaffBacklog = z.infer<typeof backlogSchema>;

/** The last 90 days at most. */
export const overviewQuerySchema = z.strictObject({
  days: z.coerce.number().int().min(1).max(90).default(30),
});
export type OverviewQuery = z.input<typeof overviewQuerySchema>;

/**
 * Counts by day in UTC, as the sweep last counted them, oldest day first; days without attempts are left out. An attempt
 * counts on the day on which it started. Later cycles of subscriptions and refunds do not count. `secondsToPaid` and
 * `secondsToNotification` are sums: over the paid attempts, from the start to the gateway's confirmation; over the
 * attempts with a notification (`notifications`), from the start to the first one.
 */
export const overviewSchema = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      variant: z.enum(variants),
      started: z.number().int(),
      paid: z.number().int(),
      declined: z.number().int(),
      /** Neither paid nor declined. Attempts of the last day can still be open. */
      abandoned: z.number().int(),
      secondsToPaid: z.number(),
      secondsToNotification: z.number(),
      notifications: z.number().int(),
    }),
  ),
  /** The money that was charged, by day and currency, also if it was refunded later. */
  money: z.array(
    z.object({
      day: z.string(),
      paid: z.object({ amount: z.string(), currency: z.string() }),
      count: z.number().int(),
    }),
  ),
});
export type StaffOverview = z.infer<typeof overviewSchema>;

/** `from` and `to` are days in UTC. `to` is in the period. */
export const exportQuerySchema = z
  .strictObject({ of: z.enum(["payments", "refunds", "review-items"]), from: daySchema, to: daySchema })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "must not be before from" });
export type ExportQuery = z.input<typeof exportQuerySchema>;
