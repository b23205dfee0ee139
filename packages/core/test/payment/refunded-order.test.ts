import { expect, test } from "vitest";
import type { RecordedRefund } from "../../src/payment/recorded-refunds.ts";
import { type OrderCharge, toRefundedOrder } from "../../src/payment/returned-money.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleOperator } from "./example-facts.ts";

const at = "2026-11-20T10:10:00.000Z";
const refund = (minor: number, ofOrder: boolean): RecordedRefund => ({
  at,
  operator: exampleOperator,
  amount: money(minor, "USD"),
  reference: `R-${minor}`,
  ofOrder,
  requestId: undefined,
});
const charge = (changed: Partial<OrderCharge> = {}): OrderCharge => ({
  attemptId: "00000000000000000001",
  cycle: undefined,
  merchantTenant: "default",
  chargedAmount: money(1999, "USD"),
  placedOrder: { at, id: "shop-order-1" },
  recorded: [refund(500, true), refund(1999, false), refund(300, true)],
  ...changed,
});

test("an order has the refunds of its own payment, and their sum", () => {
  expect(toRefundedOrder(charge())).toStrictEqual({
    orderId: "shop-order-1",
    attemptId: "00000000000000000001",
    cycle: undefined,
    merchantTenant: "default",
    chargedAmount: money(1999, "USD"),
    refunds: [refund(500, true), refund(300, true)],
    refunded: money(800, "USD"),
  });
});

test.each([
  ["no order was placed", charge({ placedOrder: undefined })],
  ["the host returned no id", charge({ placedOrder: { at } })],
  ["all refunds are of another charge", charge({ recorded: [refund(1999, false)] })],
])("there is no refunded order if %s", (_, without) => {
  expect(toRefundedOrder(without)).toBeUndefined();
});
