import { expect, test } from "vitest";
import {
  type Attempt,
  attemptEventFields,
  attemptSchema,
  expectedAmountsOf,
  expectedChargedAmountOf,
  isRefusalToAskAbout,
  newestPartOf,
  noResultGroupOf,
  responseOf,
  startMatchOf,
} from "../../src/payment/attempt.ts";
import type { ResponseFact } from "../../src/payment/fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleAttempt, examplePlan } from "./example-attempt.ts";
import { exampleNotification, exampleResponse } from "./example-facts.ts";

test.each([undefined, 100, 0, 5000])(
  "both amounts must match the sale, and the first cycle the first period of %s (NOT-AMOUNT, PLAN-FIRST)",
  (firstPeriodAmount) => {
    const first = money(firstPeriodAmount ?? 1999, "USD");
    const attempt = exampleAttempt({
      plan: { ...examplePlan, ...(firstPeriodAmount !== undefined && { firstPeriodAmount }) },
    });
    expect(expectedAmountsOf(attempt)).toEqual({ amount: money(1999, "USD"), chargedAmount: first });
    expect(expectedChargedAmountOf(attempt, undefined)).toEqual(first);
    expect(expectedChargedAmountOf(attempt, 2)).toEqual(money(1999, "USD"));
    expect(expectedAmountsOf(exampleAttempt()).chargedAmount).toEqual(money(1999, "USD"));
  },
);

test("events name an attempt by its ids only", () => {
  const { tenant, reference, attemptId } = exampleAttempt();
  expect(attemptEventFields(exampleAttempt())).toStrictEqual({ tenant, reference, attemptId });
});

test("a record is unchanged after it is written and read", () => {
  const full = exampleAttempt({
    plan: examplePlan,
    facts: [exampleResponse("redirect"), exampleNotification()],
    quarantine: (["unsigned", "mismatch", "malformed"] as const).map((code) => ({
      id: code,
      at: "2026-11-20T10:05:00.000Z",
      code,
      fields: { amount: "0.01", sign: "X" },
      episode: 2,
      webhook: true as const,
    })),
    subscription: {
      ...{ gatewaySubscriptionId: "S1", closedWith: 3, closedAt: "2026-12-01T10:00:00.000Z" },
      closedWithoutCycleAt: "2026-12-02T10:00:00.000Z",
    },
    snapshot: { channel: 7 },
    state: "paid",
  });
  expect(attemptSchema().parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
});

test("a record has no field for a buyer or a card (B-50)", () => {
  const more = { ...exampleAttempt(), card: "x", buyer: { email: "ada@shop.example" } };
  expect(attemptSchema().parse(more)).toEqual(exampleAttempt());
  const names = Object.keys(attemptSchema().shape);
  for (const personal of ["name", "email", "phone", "address", "ip", "card", "buyer", "billing", "shipping"])
    expect(names).not.toContain(personal);
});

test("a record of a later version is not read", () => {
  expect(attemptSchema().safeParse({ ...exampleAttempt(), version: 2 }).success).toBe(false);
});

test("an attempt has at most one response, which is the gateway's answer to the sale", () => {
  const response = exampleResponse("redirect");
  expect(responseOf(exampleAttempt({ facts: [exampleNotification(), response] }))).toBe(response);
  expect(responseOf(exampleAttempt({ facts: [exampleNotification()] }))).toBeUndefined();
});

test.each<[Attempt["variant"], Partial<ResponseFact>, boolean]>([
  ["card", { unclear: true }, true],
  ["hosted", { duplicate: true }, true],
])(
  "the gateway is asked about the refusal of a %s sale with %j: %s (RES-UNCLEAR)",
  (variant, more, isAsked) => {
    const facts = [exampleResponse("rejected", more)];
    expect(isRefusalToAskAbout(exampleAttempt({ variant, facts }))).toBe(isAsked);
    expect(isRefusalToAskAbout(exampleAttempt({ variant }))).toBe(false);
  },
);

test("an open payment page answers the same sale again, and an unknown card charge answers every sale (ENG-START)", () => {
  const redirected = { facts: [exampleResponse("redirect")] };
  const unknown = { facts: [exampleResponse("unknown")] };
  const same = { kind: "same", fingerprint: "f" };
  const matchOf = (changed: Parameters<typeof exampleAttempt>[0]) => startMatchOf(exampleAttempt(changed));
  expect(matchOf({ state: "created" })).toEqual(same);
  expect(matchOf({ state: "pending", ...redirected })).toEqual(same);
  expect(matchOf({ state: "pending", ...unknown })).toBeUndefined();
  for (const variant of ["card", "subscription"] as const) {
    expect(matchOf({ variant, state: "created" })).toEqual({ kind: "any" });
    expect(matchOf({ variant, state: "pending", ...unknown })).toEqual({ kind: "any" });
    expect(matchOf({ variant, state: "pending", ...redirected })).toBeUndefined();
  }
  for (const state of ["approved", "failed", "review", "closed", "refunded", "paid"] as const)
    expect(matchOf({ state, ...redirected }), state).toBeUndefined();
});

test("an attempt is in its group of attempts without a result until it has one", () => {
  expect(noResultGroupOf({ noResultGroup: 3, state: "pending" })).toBe(3);
  expect(noResultGroupOf({ noResultGroup: 3, state: "failed" })).toBeUndefined();
  expect(noResultGroupOf({ noResultGroup: undefined, state: "pending" })).toBeUndefined();
});

test("the newest part of a payment is the highest one that an attempt pays, and 1 without one", () => {
  expect(newestPartOf([])).toBe(1);
  expect(newestPartOf([{}, { part: 3 }, { part: 2 }])).toBe(3);
});
