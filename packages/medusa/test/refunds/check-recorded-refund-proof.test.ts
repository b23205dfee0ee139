import type { GatewayRefund } from "@pay-index/core";
import type { RecordedRefund } from "@pay-index/core/adapter";
import { describe, expect, test } from "vitest";
import { areMedusaRefundsWithinRecorded } from "../../src/refunds/check-recorded-refund-proof.ts";
import { filterMedusaRefundsFailedAtGateway } from "../../src/refunds/match-gateway-refunds.ts";

const usd = (minor: number) => ({ minor, currency: "USD" });

function recorded(...refunds: { minor: number; requestId?: string }[]) {
  const each = refunds.map(({ minor, requestId }): RecordedRefund => {
    const about = { at: "2026-11-25T10:00:00.000Z", reference: "R", operator: undefined, ofOrder: true };
    return { ...about, amount: usd(minor), requestId };
  });
  return { refunds: each, refunded: usd(refunds.reduce((sum, { minor }) => sum + minor, 0)) };
}

const row = (id: string, amount: number, metadata: Record<string, unknown> = {}) => ({
  ...{ id, payment_id: "pay_1", amount, metadata },
});
const sent = (id: string, amount: number) => row(id, amount, { pay_index_request: id });
const synced = (id: string, amount: number) => row(id, amount, { pay_index_reference: "R" });

describe("Medusa's refunds of a payment and the recorded ones", () => {
  test.each([
    ["none of either", [], recorded(), true],
    ["as much as was recorded", [synced("ref_1", 5)], recorded({ minor: 500 }), true],
    ["more than was recorded", [synced("ref_1", 5), row("ref_2", 1)], recorded({ minor: 500 }), false],
    [
      "one on its way beside a recorded one",
      [sent("ref_1", 10), synced("ref_2", 5)],
      recorded({ minor: 500 }),
      true,
    ],
    [
      "one that was made beside another that exceeds the recorded ones",
      [sent("ref_1", 10), row("ref_2", 5)],
      recorded({ minor: 1000, requestId: "ref_1" }),
      false,
    ],
    [
      "one that was made and has its reference",
      [row("ref_1", 10, { pay_index_request: "ref_1", pay_index_reference: "R" })],
      recorded({ minor: 1000, requestId: "ref_1" }),
      true,
    ],
  ] as const)("%s", (...[, rows, known, isWithin]) => {
    expect(areMedusaRefundsWithinRecorded(rows, known)).toBe(isWithin);
  });
});

test("Medusa displays a failed refund as made until it has the reference of another one", () => {
  const failed = { requestId: "ref_1", state: "failed" } as GatewayRefund;
  const live = { requestId: "ref_2", state: "accepted" } as GatewayRefund;
  const rows = [sent("ref_1", 5), sent("ref_2", 5), row("ref_3", 5)];
  expect(filterMedusaRefundsFailedAtGateway(rows, [failed, live]).map(({ id }) => id)).toEqual(["ref_1"]);
  const replaced = row("ref_1", 5, { pay_index_request: "ref_1", pay_index_reference: "R" });
  expect(filterMedusaRefundsFailedAtGateway([replaced], [failed])).toEqual([]);
});
