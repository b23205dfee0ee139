import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import type { ReviewKind } from "../../src/payment/review-kinds.ts";
import { recordRefundFormDefaultsOf } from "../../src/status/record-refund-form-defaults.ts";

const usd = (minor: number) => money(minor, "USD");
const refunded = (minor: number, ofOrder = true) => ({ amount: usd(minor), ofOrder });
const placedOrder = { at: "2026-05-01T00:00:00.000Z" };

const sale = {
  attemptId: "A",
  isWinning: true,
  amount: usd(1999),
  chargedAmount: usd(500),
  refunds: [refunded(200), refunded(100, false)],
  gatewayRefunds: [{ requestId: "r-1", amount: usd(50) }],
  subscription: {
    cycles: [{ number: 2, refunds: [refunded(1999)], gatewayRefunds: [], placedOrder }, { number: 3 }],
  },
};

function formOf(kind: ReviewKind, item: object = {}, attempt: object = {}) {
  const payment = { attempts: [{ ...sale, ...attempt }], placedOrder } as never;
  return recordRefundFormDefaultsOf(payment, { kind, attemptId: "A", dedupeKey: "r-1", ...item } as never);
}

test("a refund of the placed order is filled in with what is left of the charge", () => {
  expect(formOf("dispute")).toEqual({
    amount: usd(300),
    left: usd(300),
    currency: "USD",
    isRequired: true,
  });
});

test("a requested refund is filled in with the requested amount, and at most with what is left", () => {
  expect(formOf("refund-requested", { requestedAmount: usd(120) })).toMatchObject({ amount: usd(120) });
  expect(formOf("refund-requested", { requestedAmount: usd(400) })).toMatchObject({ amount: usd(300) });
  expect(formOf("refund-requested", { requestedAmount: usd(0) })).toMatchObject({ amount: usd(300) });
});

test("if nothing is left of the order, the form is empty and not required", () => {
  const all = { refunds: [refunded(600)] };
  expect(formOf("dispute", {}, all)).toEqual({
    amount: undefined,
    left: usd(0),
    currency: "USD",
    isRequired: false,
  });
  expect(formOf("dispute", { cycle: 2 })).toMatchObject({ left: usd(0) });
});

test.each(["order-not-placed", "renewal-not-placed", "paid-twice"] as const)(
  "%s is about a charge without an order: the form has its whole amount, and no limit",
  (kind) => {
    const form = { left: undefined, currency: "USD", isRequired: false };
    expect(formOf(kind)).toEqual({ ...form, amount: usd(500) });
    expect(formOf(kind, { cycle: 3 })).toEqual({ ...form, amount: usd(1999) });
  },
);

test("the amount of any other charge without an order is not known", () => {
  const empty = { amount: undefined, left: undefined, currency: "USD", isRequired: false };
  expect(formOf("amount-mismatch")).toEqual(empty);
  expect(formOf("dispute", {}, { isWinning: false })).toEqual(empty);
  expect(formOf("dispute", { cycle: 3 })).toEqual(empty);
});

test("a refund that was sent is recorded with its own amount", () => {
  expect(formOf("refund-not-confirmed")).toEqual({
    amount: usd(50),
    left: usd(50),
    currency: "USD",
    isRequired: true,
  });
  expect(formOf("refund-not-confirmed", { dedupeKey: "r-2" })).toBeUndefined();
});

test("an item that no refund resolves, or whose attempt is unknown, has no form", () => {
  expect(formOf("no-result", { attemptId: "B" })).toBeUndefined();
  expect(formOf("cycle-overdue")).toBeUndefined();
});
