import type { StaffOverview } from "@pay-index/server/staff";

type OverviewDay = StaffOverview["days"][number];

const dayLength = 86_400_000;

/** Returns the last days in UTC, oldest first: `2026-03-31`. The last one is the day of `now`. */
export function lastDays(count: number, now: Date): readonly string[] {
  const instants = Array.from(
    { length: count },
    (_, index) => now.getTime() - (count - 1 - index) * dayLength,
  );
  return instants.map((each) => new Date(each).toISOString().slice(0, 10));
}

/** The attempts that started on one day, or in all of a period. Averages in seconds; null: there is nothing to average. */
export interface AttemptFigures {
  readonly started: number;
  readonly paid: number;
  readonly declined: number;
  readonly abandoned: number;
  readonly secondsToPaid: number | null;
  readonly secondsToNotification: number | null;
}

export function addUp(days: readonly OverviewDay[]): AttemptFigures {
  const sum = (name: Exclude<keyof OverviewDay, "day" | "variant">) =>
    days.reduce((total, each) => total + each[name], 0);
  const average = (total: number, count: number) => (count === 0 ? null : total / count);
  return {
    started: sum("started"),
    paid: sum("paid"),
    declined: sum("declined"),
    abandoned: sum("abandoned"),
    secondsToPaid: average(sum("secondsToPaid"), sum("paid")),
    secondsToNotification: average(sum("secondsToNotification"), sum("notifications")),
  };
}

/** Returns the currencies of the paid money, each with what was paid in the whole period. */
export function moneyByCurrency(
  money: StaffOverview["money"],
): readonly { readonly currency: string; readonly amount: string; readonly count: number }[] {
  return [...new Set(money.map(({ paid }) => paid.currency))].sort().map((currency) => {
    const ofCurrency = money.filter(({ paid }) => paid.currency === currency);
    return {
      currency,
      amount: addAmounts(ofCurrency.map(({ paid }) => paid.amount)),
      count: ofCurrency.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

/** Adds amounts of one currency, which have the same number of decimals, without rounding. */
function addAmounts(amounts: readonly string[]): string {
  const decimals = amounts[0]?.split(".")[1]?.length ?? 0;
  const sum = amounts.reduce((total, each) => total + BigInt(each.replace(".", "")), 0n);
  const digits = String(sum).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const durationUnits = [
  { unit: "day", length: 86_400 },
  { unit: "hour", length: 3600 },
  { unit: "minute", length: 60 },
  { unit: "second", length: 1 },
] as const;

type DurationUnit = (typeof durationUnits)[number];

/** Returns the largest unit of which a duration has at least two. `length` is in seconds. */
export function durationUnit(seconds: number): DurationUnit {
  return durationUnits.find(({ length }) => seconds >= 2 * length) ?? durationUnits[3];
}

/** Returns a number of units, such as `90 sec` or `3.5 hr`. */
export function unitText(value: number, unit: DurationUnit["unit"], language: string): string {
  const format = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(value);
}

export function durationText(seconds: number, language: string): string {
  const { unit, length } = durationUnit(seconds);
  return unitText(seconds / length, unit, language);
}
