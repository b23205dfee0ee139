import { expect, test } from "vitest";
import { money } from "../../src/money/money.ts";
import { paymentSchema, termsOf } from "../../src/payment/payment.ts";
import { notified, response } from "./example-facts.ts";
import { payment } from "./example-payment.ts";

const plan = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  type: "monthly" as const,
  attempts: 3,
  intervalTime: 3600,
  totalCount: 12,
};

test("both amounts must be what was asked (NOT-AMOUNT)", () => {
  expect(termsOf(payment())).toEqual({ amount: money(1999, "USD"), trueAmount: money(1999, "USD") });
  expect(termsOf(payment({ plan }))).toEqual({ amount: money(1999, "USD"), trueAmount: money(1999, "USD") });
});

test.each([100, 0, 5000])(
  "a first period of %i is what the first cycle must be paid with (PLAN-FIRST)",
  (firstPeriodAmount) => {
    expect(termsOf(payment({ plan: { ...plan, firstPeriodAmount } }))).toEqual({
      amount: money(1999, "USD"),
      trueAmount: money(firstPeriodAmount, "USD"),
    });
  },
);

test("a record survives being written and read", () => {
  const full = payment({
    plan,
    facts: [response("redirect"), notified()],
    quarantine: (["unsigned", "mismatch", "malformed"] as const).map((word) => ({
      id: word,
      at: "2026-11-20T10:05:00.000Z",
      word,
      fields: { amount: "0.01", sign: "X" },
      spell: 2,
    })),
    host: { channel: 7 },
    state: "paid",
  });
  expect(paymentSchema.parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
});

test("a record has no place for a buyer or a card (B-50)", () => {
  const more = { ...payment(), card: "x", buyer: { email: "ada@shop.example" } };
  expect(paymentSchema.parse(more)).toEqual(payment());
  const names = Object.keys(paymentSchema.shape);
  for (const personal of ["name", "email", "phone", "address", "ip", "card", "buyer", "billing", "shipping"])
    expect(names).not.toContain(personal);
});

test("a record of a version to come is not read", () => {
  expect(paymentSchema.safeParse({ ...payment(), version: 2 }).success).toBe(false);
});
