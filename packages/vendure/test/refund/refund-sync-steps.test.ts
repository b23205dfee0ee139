import { money } from "@pay-index/core";
import { expect, test } from "vitest";
import { findRefundSyncSteps, type RefundSyncInput } from "../../src/refund/refund-sync-steps.ts";

type VendureRefund = RefundSyncInput["payment"]["refunds"][number];

const chargedAmount = money(1999, "USD");
const recorded = (...refunds: [minor: number, reference: string][]) =>
  refunds.map(([minor, reference]) => ({ amount: money(minor, "USD"), reference, requestId: undefined }));
const asked = (minor: number, reference: string, requestId: string) => ({
  ...{ amount: money(minor, "USD"), reference, requestId },
});
const settled = (total: number, transactionId: string): VendureRefund => ({
  id: transactionId,
  total,
  state: "Settled",
  transactionId,
});
const pending = (total: number, id: string): VendureRefund => ({ id, total, state: "Pending" });

function plan(
  refunds: VendureRefund[],
  what: RefundSyncInput["recorded"],
  more: Partial<RefundSyncInput> = {},
) {
  return findRefundSyncSteps({
    payment: { amount: 1999, refunds },
    precision: 2,
    charged: chargedAmount,
    recorded: what,
    ...more,
  });
}

test("a recorded refund that Vendure does not have is created once", () => {
  expect(plan([], recorded([500, "R-1"]))).toEqual([{ reference: "R-1", amount: 500 }]);
  expect(plan([settled(500, "R-1")], recorded([500, "R-1"]))).toEqual([]);
  expect(plan([settled(500, "R-1")], recorded([500, "R-1"], [300, "R-2"]))).toEqual([
    { reference: "R-2", amount: 300 },
  ]);
});

test("a pending refund of the same amount gets the reference", () => {
  expect(plan([pending(500, "7")], recorded([500, "R-1"]))).toEqual([{ reference: "R-1", pending: "7" }]);
});

test("a refund that staff settled manually with another ID is not created again", () => {
  expect(plan([settled(500, "T-1")], recorded([500, "R-1"]))).toEqual([]);
  expect(plan([settled(500, "T-1")], recorded([500, "R-1"], [300, "R-2"]))).toEqual([
    { reference: "R-2", amount: 300 },
  ]);
});

test("a pending refund of another amount covers its part, and staff settle it", () => {
  expect(plan([pending(1999, "7")], recorded([500, "R-1"]))).toEqual([]);
  expect(plan([pending(200, "7")], recorded([500, "R-1"]))).toEqual([{ reference: "R-1", amount: 300 }]);
});

test("the missing part of a refund that staff made manually is created, and the next plan is empty", () => {
  const what = recorded([500, "R-1"], [400, "R-2"]);
  const steps = [
    { reference: "R-1", amount: 300 },
    { reference: "R-2", amount: 400 },
  ];
  expect(plan([settled(200, "T-1")], what)).toEqual(steps);
  const made = steps.map(({ reference, amount }) => settled(amount, reference));
  expect(plan([settled(200, "T-1"), ...made], what)).toEqual([]);
});

test("a failed refund does not count", () => {
  const failed = { ...settled(500, "T-1"), state: "Failed" };
  expect(plan([failed], recorded([500, "R-1"]))).toEqual([{ reference: "R-1", amount: 500 }]);
});

test("all refunds together are at most the payment", () => {
  expect(plan([settled(1500, "T-1")], recorded([1999, "R-1"]))).toEqual([{ reference: "R-1", amount: 499 }]);
  expect(plan([settled(1999, "T-1")], recorded([1999, "R-1"]))).toEqual([]);
});

test("the whole charge is the whole payment, also if Vendure's amount has a fraction of a yen", () => {
  const yen = { amount: money(400, "JPY"), reference: "R-1", requestId: undefined };
  const order = { charged: money(400, "JPY"), payment: { amount: 39_980, refunds: [] } };
  expect(plan([], [yen], order)).toEqual([{ reference: "R-1", amount: 39_980 }]);
});

test("an amount is rounded down if Vendure's integers have too few decimals", () => {
  const part = { amount: money(1005, "KWD"), reference: "R-1", requestId: undefined };
  const order = { charged: money(2000, "KWD"), payment: { amount: 200, refunds: [] } };
  expect(plan([], [part], order)).toEqual([{ reference: "R-1", amount: 100 }]);
});

test("a refund through the gateway is settled by the report with its key, also beside other pending refunds", () => {
  const waiting = [
    { ...pending(500, "7"), requestId: "key-7" },
    { ...pending(500, "8"), requestId: "key-8" },
  ];
  expect(plan(waiting, [asked(500, "R-1", "key-8")])).toEqual([{ reference: "R-1", pending: "8" }]);
  const [first, second] = waiting;
  const done = { ...second, ...settled(500, "R-1") };
  expect(plan([first as VendureRefund, done], [asked(500, "R-1", "key-8")])).toEqual([]);
});

test("a refund through the gateway is settled by a record of its ID at the gateway", () => {
  const waiting = { ...pending(500, "7"), requestId: "key-7", transactionId: "R-1" };
  expect(plan([waiting], recorded([500, "R-1"]))).toEqual([{ reference: "R-1", pending: "7" }]);
});

test("a refund through the gateway is no other refund of the same amount", () => {
  const waiting = { ...pending(500, "7"), requestId: "key-7", transactionId: "R-1" };
  expect(plan([waiting], recorded([500, "R-2"]))).toEqual([{ reference: "R-2", amount: 500 }]);
});

test("a refund through the gateway that staff settled manually is not created again", () => {
  const done = { ...settled(500, "T-1"), requestId: "key-7" };
  expect(plan([done], [asked(500, "R-1", "key-7")])).toEqual([]);
  expect(plan([done], [asked(500, "R-1", "key-7"), asked(300, "R-2", "key-8")])).toEqual([
    { reference: "R-2", amount: 300 },
  ]);
});

test("a refund that failed in Vendure and later succeeded at the gateway is created", () => {
  const failed = { ...pending(500, "7"), requestId: "key-7", state: "Failed" };
  expect(plan([failed], [asked(500, "R-1", "key-7")])).toEqual([{ reference: "R-1", amount: 500 }]);
});
