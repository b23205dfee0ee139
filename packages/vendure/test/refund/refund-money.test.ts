import { expect, test } from "vitest";
import { toRefundMoney } from "../../src/refund/refund-money.ts";

interface TestRefund {
  readonly total: number;
  readonly state: string;
}

function convert(amount: number, currency: string, paid: number, refunds: readonly TestRefund[] = []) {
  const payment = { amount: paid, refunds };
  return toRefundMoney({ amount, payment, currency, precision: 2 });
}

test("an amount of Vendure is the same amount of money", () => {
  expect(convert(500, "USD", 1999)).toEqual({ minor: 500, currency: "USD" });
  expect(convert(10_000, "JPY", 39_980)).toEqual({ minor: 100, currency: "JPY" });
  expect(convert(101, "KWD", 200)).toEqual({ minor: 1010, currency: "KWD" });
});

test("a fraction of the smallest unit is not an amount of money", () => {
  expect(convert(10_050, "JPY", 39_980)).toBeUndefined();
});

test("the rest of a payment is the rest of the rounded charge", () => {
  expect(convert(39_980, "JPY", 39_980)).toEqual({ minor: 400, currency: "JPY" });
  expect(convert(29_980, "JPY", 39_980, [{ total: 10_000, state: "Pending" }])).toEqual({
    ...{ minor: 300, currency: "JPY" },
  });
  expect(convert(39_980, "JPY", 39_980, [{ total: 10_000, state: "Failed" }])).toEqual({
    ...{ minor: 400, currency: "JPY" },
  });
});

test("a rest below the smallest unit is not an amount of money, because the whole charge was refunded", () => {
  expect(convert(20, "JPY", 40_020, [{ total: 40_000, state: "Settled" }])).toBeUndefined();
});
