import { expect, test } from "vitest";
import { recordedRefundsOf, refundedForPlacedOrder } from "../../src/payment/recorded-refunds.ts";
import { exampleNotification, exampleResolution, exampleRetry, grace } from "./example-facts.ts";

const usd = (minor: number) => ({ minor, currency: "USD" });
const refund = (reference: string, minor: number, ofOrder: boolean) => ({
  ...exampleResolution("record-refund"),
  refund: { reference, amount: usd(minor), ofOrder },
});

test("only recorded refunds with an amount count, in their order", () => {
  const facts = [
    exampleNotification(),
    refund("re_2", 500, true),
    exampleRetry(),
    exampleResolution("record-refund"),
    { ...refund("re_3", 100, true), action: "accept" as const },
    refund("re_1", 300, false),
  ];
  const { at } = exampleResolution("accept");
  expect(recordedRefundsOf(facts)).toEqual([
    { at, operator: grace, reference: "re_2", amount: usd(500), ofOrder: true },
    { at, operator: grace, reference: "re_1", amount: usd(300), ofOrder: false },
  ]);
  expect(recordedRefundsOf([])).toEqual([]);
});

test("the refunded amount of the placed order leaves out refunds of other charges", () => {
  const facts = [refund("re_1", 500, true), refund("re_2", 300, false), refund("re_3", 200, true)];
  const refunds = recordedRefundsOf(facts);
  expect(refundedForPlacedOrder({ chargedAmount: usd(1999), refunds })).toEqual(usd(700));
  expect(refundedForPlacedOrder({ chargedAmount: usd(1999), refunds: [] })).toEqual(usd(0));
});
