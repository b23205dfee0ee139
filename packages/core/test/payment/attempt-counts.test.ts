import { expect, test } from "vitest";
import type { Attempt } from "../../src/payment/attempt.ts";
import { attemptCountsText, countNames, sumCountChanges } from "../../src/payment/attempt-counts.ts";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import type { Fact } from "../../src/payment/fact.ts";
import { exampleFailure, exampleNotification, exampleResolution, exampleResponse } from "./example-facts.ts";

const startedAt = "2026-11-20T09:59:30.500Z";
const amount = { minor: 1999, currency: "USD" };
const later = "2026-11-20T10:05:00.000Z";

/** What an attempt over 19.99 USD with these facts counts, by name and without zeros. */
function countsOf(facts: readonly Fact[]): Record<string, unknown> {
  const { state } = deriveAttemptState({ amount, chargedAmount: amount }, facts);
  const attempt = { variant: "hosted", createdAt: startedAt, amount, facts, state } as Attempt;
  const change = { startedAt, merchantTenant: "default", counts: attemptCountsText(attempt), counted: "" };
  const [sum] = sumCountChanges([change]);
  const counts = countNames.map((name) => [name, sum?.[name]]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0n));
}

const paid = { started: 1n, paid: 1n, paidMinor: 1999n };
const notified = { notifications: 1n, secondsToNotification: 29n };

test.each<[string, readonly Fact[], Record<string, bigint>]>([
  ["that has no result", [exampleResponse("redirect")], { started: 1n }],
  ["that the gateway declined", [exampleResponse("declined")], { started: 1n, declined: 1n }],
  ["with a failure", [exampleFailure()], { started: 1n, declined: 1n, ...notified }],
  ["that was paid", [exampleNotification()], { ...paid, ...notified, secondsToPaid: 29n }],
  [
    "that was paid before its start, by another clock",
    [exampleNotification({ at: "2026-11-20T09:59:29.000Z" })],
    { ...paid, notifications: 1n },
  ],
  [
    "that was paid twice",
    [exampleNotification(), exampleNotification({ transactionId: "T2", at: later })],
    { ...paid, ...notified, secondsToPaid: 29n },
  ],
  [
    "with another amount that an operator accepted",
    [exampleNotification({ trueAmount: "5.00" }), { ...exampleResolution("accept"), transactions: ["T1"] }],
    { ...paid, paidMinor: 500n, ...notified, secondsToPaid: 29n },
  ],
  [
    "that an operator accepted without a report",
    [exampleResponse("redirect"), { ...exampleResolution("accept"), at: later }],
    { ...paid, secondsToPaid: 329n },
  ],
  ["whose approval pays", [exampleResponse("approved", { pays: true })], { ...paid, secondsToPaid: 29n }],
])("an attempt %s counts what happened to it", (_name, facts, expected) => {
  expect(countsOf(facts)).toEqual(expected);
});

test("a change adds the difference to the day on which the attempt started", () => {
  const change = (counts: string, counted: string, merchantTenant = "default") =>
    ({ startedAt, merchantTenant, counts, counted }) as const;
  const sums = sumCountChanges([
    change("card USD 1 0 0 0 0 0 0", ""),
    change("hosted USD 1 0 1 1 0 0 5", "hosted USD 1 0 0 0 0 0 0", "north"),
    change("hosted USD 1 1 0 1 9007199254740991 7 5", "hosted USD 1 0 1 1 0 0 5"),
    change("hosted USD 1 1 0 1 9007199254740991 7 5", ""),
    change("card EUR 1 0 0 0 0 0 0", "card EUR 1 0 0 0 0 0 0"),
  ]);
  const key = { day: "2026-11-20", variant: "hosted", currency: "USD" };
  expect(sums).toEqual([
    expect.objectContaining({ day: key.day, variant: "card", started: 1n }),
    {
      ...key,
      merchantTenant: "default",
      started: 1n,
      paid: 2n,
      declined: -1n,
      notifications: 1n,
      paidMinor: 18_014_398_509_481_982n,
      secondsToPaid: 14n,
      secondsToNotification: 5n,
    },
    {
      ...key,
      merchantTenant: "north",
      started: 0n,
      paid: 0n,
      declined: 1n,
      notifications: 1n,
      paidMinor: 0n,
      secondsToPaid: 0n,
      secondsToNotification: 5n,
    },
  ]);
});
