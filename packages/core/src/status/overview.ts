import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { readInput } from "../errors.ts";
import { lazily } from "../lazily.ts";
import { type CountName, sumCounts } from "../payment/attempt-counts.ts";
import { minorToAmountText } from "../protocol/money/money.ts";
import type { Variant } from "../protocol/sale/sale.ts";

/**
 * The attempts of one variant that started on one day. `paid`: also those that were refunded later. `abandoned`: neither paid nor declined,
 * and on the last day perhaps still open. `notifications`: those with a notification. `secondsToPaid` and `secondsToNotification` are sums,
 * from the start to the confirmation of the gateway, and to the first notification.
 */
export interface DayOfVariant
  extends Readonly<Record<Exclude<CountName, "paidMinor"> | "abandoned", number>> {
  /** A day in UTC, such as `2026-03-31`. */
  readonly day: string;
  readonly variant: Variant;
}

/** What the attempts that started on one day charged in one currency. */
export interface DayOfCurrency {
  /** A day in UTC. */
  readonly day: string;
  readonly currency: string;
  /** Decimal text as the currency writes it. Not reduced by refunds, and without the later cycles of subscriptions. */
  readonly paid: string;
  /** The number of paid attempts. */
  readonly count: number;
}

/** The counts of the last days. Days without attempts are left out. */
export interface Overview {
  /** The oldest day first. */
  readonly days: readonly DayOfVariant[];
  /** The oldest day first. */
  readonly money: readonly DayOfCurrency[];
}

const querySchema = lazily(() =>
  z.strictObject({
    /** The number of days in UTC until today, from 1 to 90. Default: 30. */
    days: z.int().min(1).max(90).default(30),
    /** The tenants whose merchants take the money (ENG-SPAN). At most 20. Default: all. */
    tenants: z.array(z.string()).max(20).readonly().optional(),
  }),
);

/**
 * Selects the days of the overview.
 *
 * @interface
 */
export type OverviewQuery = z.input<ReturnType<typeof querySchema>>;

export const millisecondsOfDay = 86_400_000;

function dayText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, "2026-01-31".length);
}

/** Reads only the counts, which the sweep makes; the contract is at `StaffOverviewMethods.overview`. */
export async function readOverview(
  { store, platform }: EngineContext,
  query: OverviewQuery,
): Promise<Overview> {
  const message = "This overview cannot be read.";
  const { days, tenants } = readInput(querySchema(), query, { code: "query_invalid", message });
  const now = platform.now();
  const first = dayText(now.getTime() - (days - 1) * millisecondsOfDay);
  const counts = await store.readDailyCounts({ first, last: dayText(now.getTime()), tenants });
  const ofVariants = sumCounts(counts, ({ day, variant }) => `${day} ${variant}`);
  const ofCurrencies = sumCounts(counts, ({ day, currency }) => `${day} ${currency}`);
  return {
    days: ofVariants.map(({ day, variant, currency: _, paidMinor: __, ...counted }) => {
      const { started, paid, declined } = counted;
      const all = { ...counted, abandoned: started - paid - declined };
      const entries = Object.entries(all).map(([name, count]) => [name, Number(count)]);
      return { day, variant, ...(Object.fromEntries(entries) as Record<keyof typeof all, number>) };
    }),
    money: ofCurrencies
      .filter(({ paid }) => paid > 0)
      .map(({ day, currency, paidMinor, paid }) => ({
        day,
        currency,
        paid: minorToAmountText(paidMinor, currency),
        count: Number(paid),
      })),
  };
}
