import type { Variant } from "../protocol/sale/sale.ts";
import { type Attempt, expectedAmountsOf } from "./attempt.ts";
import { findPayingTransactionSets, isAcceptance, isNotification, isSuccess } from "./classify-facts.ts";
import type { Fact } from "./fact.ts";
import { refundableChargeOf } from "./refundable-charge.ts";

/** What is counted of attempts. The table of daily counts has a column for each. */
export const countNames = [
  "started",
  /** The attempts that were paid, also if they were refunded later. */
  "paid",
  "declined",
  /** The attempts with a notification. */
  "notifications",
  /** What the paid attempts charged: minor units of the currency. */
  "paidMinor",
  /** The sum over the paid attempts, from the start to the confirmation of the gateway. */
  "secondsToPaid",
  /** The sum over the attempts with a notification, from the start to the first one. */
  "secondsToNotification",
] as const;
export type CountName = (typeof countNames)[number];

/** The counts of a number of attempts. A sum of amounts can be greater than a `number` holds. */
export type Counts = Readonly<Record<CountName, bigint>>;

/** The counts of the attempts of one day, variant and currency. */
export interface DailyCount extends Counts {
  /** A day in UTC: the attempts started on it. */
  readonly day: string;
  readonly variant: Variant;
  readonly currency: string;
}

/** The counts that are stored together: those of one tenant whose merchant takes the money. */
export interface StoredDailyCount extends DailyCount {
  readonly merchantTenant: string;
}

/** What an attempt counts now, and what was added to the daily counts. Empty texts count nothing. */
export interface CountChange {
  /** ISO instant in UTC. */
  readonly startedAt: string;
  readonly merchantTenant: string;
  readonly counts: string;
  readonly counted: string;
}

/** Returns counts by their names, in the order of `countNames`. */
export function countsFrom(countOf: (name: CountName, index: number) => bigint): Counts {
  return Object.fromEntries(
    countNames.map((name, index) => [name, countOf(name, index)]),
  ) as unknown as Counts;
}

/** Returns what an attempt counts, as a short text for a column: variant, currency, then the counts in the order of `countNames`. */
export function attemptCountsText(attempt: Attempt): string {
  const counts = countsOfAttempt(attempt);
  return [attempt.variant, attempt.amount.currency, ...countNames.map((name) => counts[name])].join(" ");
}

function countsOfAttempt(attempt: Attempt): Readonly<Record<CountName, number>> {
  const { facts, state } = attempt;
  const amounts = expectedAmountsOf(attempt);
  const charge = refundableChargeOf({ attempt, cycle: undefined, facts });
  const approvals = facts.filter((fact) => fact.source === "response" && fact.pays === true);
  const isPaid =
    approvals.length > 0 || facts.some(isAcceptance) || findPayingTransactionSets(amounts, facts).length > 0;
  const confirmations = [...facts.filter(isSuccess), ...approvals];
  const notifications = facts.filter(isNotification);
  const secondsToPaid = secondsTo(attempt, confirmations) ?? secondsTo(attempt, facts.filter(isAcceptance));
  return {
    started: 1,
    paid: Number(isPaid),
    declined: Number(state === "failed"),
    notifications: Math.min(1, notifications.length),
    paidMinor: isPaid ? (charge?.paid ?? amounts.chargedAmount).minor : 0,
    secondsToPaid: isPaid ? (secondsToPaid ?? 0) : 0,
    secondsToNotification: secondsTo(attempt, notifications) ?? 0,
  };
}

/** Returns the whole seconds from the start to the first of these facts. Clocks of several processes differ: at least 0. */
function secondsTo({ createdAt }: Attempt, facts: readonly Fact[]): number | undefined {
  const instants = facts.map(({ at }) => Date.parse(at));
  if (instants.length === 0) return undefined;
  return Math.max(0, Math.floor((Math.min(...instants) - Date.parse(createdAt)) / 1000));
}

/**
 * Returns what the changes add to the stored counts. The order of the result is the same in every process, so that none waits for a row
 * that another one locks later.
 */
export function sumCountChanges(changes: readonly CountChange[]): readonly StoredDailyCount[] {
  const added = changes.filter(({ counts, counted }) => counts !== counted).map(differenceOf);
  return sumCounts(added, storedCountKey);
}

function differenceOf({ startedAt, merchantTenant, counts, counted }: CountChange): StoredDailyCount {
  const [variant = "", currency = "", ...now] = counts.split(" ");
  const [, , ...before] = counted.split(" ");
  return {
    day: startedAt.slice(0, "2026-01-31".length),
    merchantTenant,
    variant: variant as Variant,
    currency,
    ...countsFrom((_name, index) => BigInt(now[index] ?? 0) - BigInt(before[index] ?? 0)),
  };
}

/** Identifies a row of the stored counts. */
export function storedCountKey({ day, merchantTenant, variant, currency }: StoredDailyCount): string {
  return JSON.stringify([day, merchantTenant, variant, currency]);
}

/** Returns one row for each key, with the sums of the counts, sorted by the key. */
export function sumCounts<Row extends Counts>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key) as { -readonly [Name in CountName]: bigint } | undefined;
    if (sum === undefined) sums.set(key, { ...row });
    else for (const name of countNames) sum[name] += row[name];
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
