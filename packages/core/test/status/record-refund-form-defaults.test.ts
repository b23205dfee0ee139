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

interface Form {
  readonly amount?: number;
  readonly left?: number;
  readonly isRequired?: boolean;
}
const all = { refunds: [refunded(600)] };
const asked = (minor: number) => ({ requestedAmount: usd(minor) });
const ofOrder = { amount: 300, left: 300, isRequired: true };
const orderless = ["order-not-placed", "renewal-not-placed", "paid-twice"] as const;

type FormCase = [what: string, kind: ReviewKind, form: Form, item?: object, attempt?: object];

test.each<FormCase>([
  ["of the placed order has what is left of the charge", "dispute", ofOrder],
  [
    "that was requested has the requested amount",
    "refund-requested",
    { ...ofOrder, amount: 120 },
    asked(120),
  ],
  ["that was requested has at most what is left", "refund-requested", ofOrder, asked(400)],
  ["that was requested without an amount has what is left", "refund-requested", ofOrder, asked(0)],
  ["of an order without a rest is not required", "dispute", { left: 0 }, {}, all],
  ["of a cycle without a rest is not required", "dispute", { left: 0 }, { cycle: 2 }],
  ...orderless.map(
    (kind): FormCase => [`of ${kind} has the whole amount, and no limit`, kind, { amount: 500 }],
  ),
  ...orderless.map((kind): FormCase => [`of a cycle, ${kind}`, kind, { amount: 1999 }, { cycle: 3 }]),
  ["of another charge without an order has no known amount", "amount-mismatch", {}],
  ["of an attempt that did not win has no known amount", "dispute", {}, {}, { isWinning: false }],
  ["of a cycle without an order has no known amount", "dispute", {}, { cycle: 3 }],
  ["that was sent has its own amount", "refund-not-confirmed", { amount: 50, left: 50, isRequired: true }],
])("the form of a refund %s", (...[, kind, { amount, left, isRequired = false }, item, attempt]) => {
  const money = (minor: number | undefined) => (minor === undefined ? undefined : usd(minor));
  const form = { amount: money(amount), left: money(left), currency: "USD", isRequired };
  expect(formOf(kind, item, attempt)).toEqual(form);
});

test("an item that no refund resolves, or whose refund or attempt is unknown, has no form", () => {
  expect(formOf("refund-not-confirmed", { dedupeKey: "r-2" })).toBeUndefined();
  expect(formOf("no-result", { attemptId: "B" })).toBeUndefined();
  expect(formOf("cycle-overdue")).toBeUndefined();
});
