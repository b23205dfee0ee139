import { expect, test } from "vitest";
import { chargeDateOf, lateGraceOf } from "../../../src/payment/subscription/subscription.ts";
import type { PlanType } from "../../../src/protocol/sale/plan.ts";

interface Vector {
  readonly what: string;
  readonly type: PlanType;
  readonly first: string;
  readonly timeZone?: string;
  /** By the number of the cycle. */
  readonly due: Readonly<Record<number, string>>;
}

const vectors: readonly Vector[] = [
  {
    what: "31 January monthly: the last day of shorter months, and the 31st again",
    type: "monthly",
    first: "2026-01-31T10:00:00Z",
    due: {
      1: "2026-01-31T10:00:00Z",
      2: "2026-02-28T10:00:00Z",
      3: "2026-03-31T10:00:00Z",
      4: "2026-04-30T10:00:00Z",
      13: "2027-01-31T10:00:00Z",
    },
  },
  {
    what: "31 January of a leap year",
    type: "monthly",
    first: "2028-01-31T10:00:00Z",
    due: { 2: "2028-02-29T10:00:00Z" },
  },
  {
    what: "29 February yearly: the 28th, and the 29th again in the next leap year",
    type: "yearly",
    first: "2028-02-29T10:00:00Z",
    due: {
      2: "2029-02-28T10:00:00Z",
      3: "2030-02-28T10:00:00Z",
      5: "2032-02-29T10:00:00Z",
      // 2100 is none
      73: "2100-02-28T10:00:00Z",
    },
  },
  {
    what: "30 November quarterly",
    type: "quarterly",
    first: "2026-11-30T23:59:59Z",
    due: { 2: "2027-02-28T23:59:59Z", 3: "2027-05-30T23:59:59Z", 5: "2027-11-30T23:59:59Z" },
  },
  {
    what: "weekly, over a year's end",
    type: "weekly",
    first: "2026-12-28T08:30:00Z",
    due: { 2: "2027-01-04T08:30:00Z", 52: "2027-12-20T08:30:00Z" },
  },
  {
    what: "a zone whose clock goes forward in between: noon stays noon",
    type: "monthly",
    first: "2026-03-15T11:00:00Z",
    timeZone: "Europe/Berlin",
    due: { 2: "2026-04-15T10:00:00Z", 9: "2026-11-15T11:00:00Z" },
  },
  {
    what: "weekly, into the week when the clock goes forward",
    type: "weekly",
    first: "2026-03-25T11:00:00Z",
    timeZone: "Europe/Berlin",
    due: { 2: "2026-04-01T10:00:00Z" },
  },
  {
    what: "an hour that the day does not have is the next one, and is itself again a month later",
    type: "monthly",
    first: "2026-01-29T01:30:00Z",
    timeZone: "Europe/Berlin",
    due: { 2: "2026-02-28T01:30:00Z", 3: "2026-03-29T01:30:00Z", 4: "2026-04-29T00:30:00Z" },
  },
  {
    what: "a zone where it is the next day, and another month, already",
    type: "monthly",
    first: "2026-01-31T20:00:00Z",
    timeZone: "Asia/Shanghai",
    due: { 2: "2026-02-28T20:00:00Z" },
  },
  {
    what: "the same moment in UTC",
    type: "monthly",
    first: "2026-01-31T20:00:00Z",
    due: { 2: "2026-02-28T20:00:00Z", 3: "2026-03-31T20:00:00Z" },
  },
  {
    what: "the last evening of a month here is the first morning of the next there",
    type: "monthly",
    first: "2026-04-30T20:00:00Z",
    timeZone: "Asia/Shanghai",
    due: { 2: "2026-05-31T20:00:00Z", 3: "2026-06-30T20:00:00Z" },
  },
];

test.each(vectors)("$what (CYC-CALENDAR)", ({ type, first, timeZone = "UTC", due }) => {
  const found = Object.keys(due).map((number) => [
    number,
    chargeDateOf({ type }, { first: new Date(first), number: Number(number), timeZone }).toISOString(),
  ]);
  const asked = Object.entries(due).map(([number, at]) => [number, new Date(at).toISOString()]);
  expect(found).toEqual(asked);
});

test("a charge is overdue after all its tries and a margin (CYC-OVERDUE)", () => {
  expect(lateGraceOf({ type: "weekly", attempts: 3, intervalTime: 3600 }, 86_400)).toBe(
    (3 * 3600 + 86_400) * 1000,
  );
});
