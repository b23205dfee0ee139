import { money } from "@pay-index/core";
import { expect, test } from "vitest";
import { findRefundSyncSteps, type RefundSyncInput } from "../../src/refund/refund-sync-steps.ts";

type VendureRefund = RefundSyncInput["payment"]["refunds"][number];
type RecordedRefund = RefundSyncInput["recorded"][number];
type Step = ReturnType<typeof findRefundSyncSteps>[number];

/** A refund in core. With a key, Vendure asked for it. */
const refund = (minor: number, reference: string, requestId?: string): RecordedRefund => ({
  ...{ amount: money(minor, "USD"), reference, requestId },
});
const settled = (total: number, transactionId: string, requestId?: string): VendureRefund => ({
  ...{ id: transactionId, total, state: "Settled", transactionId, ...(requestId && { requestId }) },
});
const pending = (total: number, id: string, more: Partial<VendureRefund> = {}): VendureRefund => ({
  ...{ id, total, state: "Pending", ...more },
});
const added = (reference: string, amount: number): Step => ({ reference, amount });
const ended = (reference: string, id: string): Step => ({ reference, pending: id });

function plan(refunds: VendureRefund[], recorded: RecordedRefund[], more: Partial<RefundSyncInput> = {}) {
  const payment = { amount: 1999, refunds };
  return findRefundSyncSteps({ payment, precision: 2, charged: money(1999, "USD"), recorded, ...more });
}

const [r1, r2] = [refund(500, "R-1"), refund(300, "R-2")];
const [key7, key8] = [{ requestId: "key-7" }, { requestId: "key-8" }];
const atGateway = { ...key7, transactionId: "R-1" };

test.each<[string, VendureRefund[], RecordedRefund[], Step[]]>([
  ["one that Vendure does not have", [], [r1], [added("R-1", 500)]],
  ["one that Vendure has", [settled(500, "R-1")], [r1], []],
  ["another one", [settled(500, "R-1")], [r1, r2], [added("R-2", 300)]],
  ["one that is pending", [pending(500, "7")], [r1], [ended("R-1", "7")]],
  ["one that staff settled manually with another ID", [settled(500, "T-1")], [r1], []],
  ["another one than staff settled manually", [settled(500, "T-1")], [r1, r2], [added("R-2", 300)]],
  ["a part of a pending one", [pending(1999, "7")], [r1], []],
  ["more than is pending", [pending(200, "7")], [r1], [added("R-1", 300)]],
  ["more than staff made manually", [settled(200, "T-1")], [r1, r2], [added("R-1", 300), added("R-2", 300)]],
  [
    "what was added beside a manual one",
    [settled(200, "T-1"), settled(300, "R-1"), settled(300, "R-2")],
    [r1, r2],
    [],
  ],
  ["one that failed", [{ ...settled(500, "T-1"), state: "Failed" }], [r1], [added("R-1", 500)]],
  ["more than the payment", [settled(1500, "T-1")], [refund(1999, "R-1")], [added("R-1", 499)]],
  ["the payment again", [settled(1999, "T-1")], [refund(1999, "R-1")], []],
  [
    "one through the gateway, by its key, beside another one",
    [pending(500, "7", key7), pending(500, "8", key8)],
    [refund(500, "R-1", "key-8")],
    [ended("R-1", "8")],
  ],
  [
    "one through the gateway that is settled, beside another one",
    [pending(500, "7", key7), settled(500, "R-1", "key-8")],
    [refund(500, "R-1", "key-8")],
    [],
  ],
  ["one through the gateway, by its ID there", [pending(500, "7", atGateway)], [r1], [ended("R-1", "7")]],
  [
    "another one than through the gateway",
    [pending(500, "7", atGateway)],
    [refund(500, "R-2")],
    [added("R-2", 500)],
  ],
  [
    "one through the gateway that staff settled manually, and another one",
    [settled(500, "T-1", "key-7")],
    [refund(500, "R-1", "key-7"), refund(300, "R-2", "key-8")],
    [added("R-2", 300)],
  ],
  [
    "one that failed in Vendure and later succeeded at the gateway",
    [pending(500, "7", { ...key7, state: "Failed" })],
    [refund(500, "R-1", "key-7")],
    [added("R-1", 500)],
  ],
])("the steps for a recorded refund, if it is %s", (_, refunds, recorded, steps) => {
  expect(plan(refunds, recorded)).toEqual(steps);
});

test("the whole charge is the whole payment, also if Vendure's amount has a fraction of a yen", () => {
  const yen = { ...r1, amount: money(400, "JPY") };
  const order = { charged: money(400, "JPY"), payment: { amount: 39_980, refunds: [] } };
  expect(plan([], [yen], order)).toEqual([added("R-1", 39_980)]);
});

test("an amount is rounded down if Vendure's integers have too few decimals", () => {
  const part = { ...r1, amount: money(1005, "KWD") };
  const order = { charged: money(2000, "KWD"), payment: { amount: 200, refunds: [] } };
  expect(plan([], [part], order)).toEqual([added("R-1", 100)]);
});
