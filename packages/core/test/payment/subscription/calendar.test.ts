import { expect, test } from "vitest";
import { chargeDateOf, lateGraceOf } from "../../../src/payment/subscription/subscription.ts";
import type { PlanType } from "../../../src/protocol/sale/plan.ts";

const berlin = "Europe/Berlin";
const shanghai = "Asia/Shanghai";

/** The first charge, and the due dates by the number of the cycle. */
const vectors: [what: string, PlanType, timeZone: string, first: string, due: Record<number, string>][] = [
  [
    "31 January monthly: the last day of shorter months, and the 31st again",
    ...(["monthly", "UTC", "2026-01-31T20:00"] as const),
    { 1: "2026-01-31T20:00", 2: "2026-02-28T20:00", 3: "2026-03-31T20:00", 13: "2027-01-31T20:00" },
  ],
  ["31 January of a leap year", "monthly", "UTC", "2028-01-31T10:00", { 2: "2028-02-29T10:00" }],
  [
    "29 February yearly: the 28th, and the 29th again in the next leap year, which 2100 is not",
    ...(["yearly", "UTC", "2028-02-29T10:00"] as const),
    { 2: "2029-02-28T10:00", 5: "2032-02-29T10:00", 73: "2100-02-28T10:00" },
  ],
  [
    "30 November quarterly",
    ...(["quarterly", "UTC", "2026-11-30T23:59"] as const),
    { 2: "2027-02-28T23:59", 3: "2027-05-30T23:59", 5: "2027-11-30T23:59" },
  ],
  [
    "weekly, over a year's end",
    ...(["weekly", "UTC", "2026-12-28T08:30"] as const),
    { 2: "2027-01-04T08:30", 52: "2027-12-20T08:30" },
  ],
  [
    "a zone whose clock goes forward in between: noon stays noon",
    ...(["monthly", berlin, "2026-03-15T11:00"] as const),
    { 2: "2026-04-15T10:00", 9: "2026-11-15T11:00" },
  ],
  ["weekly, when the clock goes forward", "weekly", berlin, "2026-03-25T11:00", { 2: "2026-04-01T10:00" }],
  [
    "an hour that the day does not have is the next one, and is itself again a month later",
    ...(["monthly", berlin, "2026-01-29T01:30"] as const),
    { 2: "2026-02-28T01:30", 3: "2026-03-29T01:30", 4: "2026-04-29T00:30" },
  ],
  ["where it is another month already", "monthly", shanghai, "2026-01-31T20:00", { 2: "2026-02-28T20:00" }],
  [
    "the last evening of a month here is the first morning of the next there",
    ...(["monthly", shanghai, "2026-04-30T20:00"] as const),
    { 2: "2026-05-31T20:00", 3: "2026-06-30T20:00" },
  ],
];

test.each(vectors)("%s (CYC-CALENDAR)", (...[, type, timeZone, first, due]) => {
  const dueOf = (number: number) =>
    chargeDateOf({ type }, { first: new Date(`${first}Z`), number, timeZone }).toISOString();
  const found = Object.keys(due).map((number) => [number, dueOf(Number(number)).slice(0, 16)]);
  expect(Object.fromEntries(found)).toEqual(due);
});

test("a charge is overdue after all its tries and a margin (CYC-OVERDUE)", () => {
  expect(lateGraceOf({ type: "weekly", attempts: 3, intervalTime: 3600 }, 86_400)).toBe(
    (3 * 3600 + 86_400) * 1000,
  );
});
