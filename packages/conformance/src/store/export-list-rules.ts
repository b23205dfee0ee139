import type { PaidCycle, PaidCyclePosition, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import { commit, idsOf, type SingleStoreRuleSet } from "./rule-helpers.ts";
import {
  at,
  instantAt,
  sampleAttempt,
  sampleCycle,
  sampleNotificationFact,
  sampleReviewItem,
} from "./samples.ts";

const refundAt = (seconds: number) =>
  ({
    source: "refund",
    at: at(seconds),
    step: "requested",
    requestId: `key-${seconds}`,
    transactionId: "T-1",
    amount: { minor: 100, currency: "USD" },
    reason: "Returned.",
    ofOrder: true,
  }) as const;

async function listRefunded(store: PaymentStore<never>, since: number, limit: number): Promise<string[]> {
  const found: string[] = [];
  let after = { lastRefundAt: at(since), attemptId: "", number: 0 };
  for (;;) {
    const charges = await store.listRefundedCharges(after, limit);
    found.push(...charges.map(({ attemptId, number }) => `${attemptId}/${number}`));
    after = charges.at(-1) ?? after;
    if (charges.length < limit) return found;
  }
}

/** Rules for the lists that an export reads page by page. */
export const exportListRules: SingleStoreRuleSet = {
  "charges are listed by their last refund: sales and cycles, in pages without a gap": async (store) => {
    for (const [attemptId, refunds] of Object.entries({ N1: [5, 40], N2: [], N3: [20], N4: [20], N5: [2] }))
      await commit(store, {
        reference: `order of ${attemptId}`,
        attempts: [
          sampleAttempt({ attemptId, reference: `order of ${attemptId}`, facts: refunds.map(refundAt) }),
        ],
        cycles: [sampleCycle(2, { attemptId })],
      });
    const cycles = [sampleCycle(3, { attemptId: "N3", facts: [refundAt(20)] })];
    await commit(store, { reference: "order of N3", cycles });
    expect(await listRefunded(store, 3, 100)).toEqual(["N3/1", "N3/3", "N4/1", "N1/1"]);
    for (const limit of [1, 2, 3])
      expect(await listRefunded(store, 0, limit)).toEqual(["N5/1", "N3/1", "N3/3", "N4/1", "N1/1"]);
    const later = [sampleCycle(3, { attemptId: "N3", facts: [refundAt(20), refundAt(60)] })];
    await commit(store, { reference: "order of N3", cycles: later });
    expect(await listRefunded(store, 20, 100)).toEqual(["N3/1", "N4/1", "N1/1", "N3/3"]);
    const after = { lastRefundAt: at(50), attemptId: "", number: 0 };
    const [charge] = await store.listRefundedCharges(after, 1);
    expect(charge?.facts).toStrictEqual([refundAt(20), refundAt(60)]);
  },

  "paid cycles are listed by the first report that they are paid, in pages without a gap": async (store) => {
    const report = (seconds: number) => sampleNotificationFact(`c${seconds}`, { at: at(seconds) });
    const paid = (number: number, ...seconds: number[]) =>
      sampleCycle(number, { facts: seconds.map(report) });
    const unpaid = sampleCycle(6, { facts: [report(3)], state: "review" });
    const cycles = [paid(2, 9, 4), paid(3, 2), paid(4, 2), paid(5, 30), unpaid];
    await commit(store, { attempts: [sampleAttempt()], cycles });
    const list = (after: PaidCyclePosition, limit: number) =>
      store.listPaidCycles({ after, before: instantAt(30), limit });
    const start = { paidAt: at(2), attemptId: "", number: 0 };
    const numbers = (found: readonly PaidCycle[]) => found.map(({ number }) => number);
    const [first] = await list(start, 1);
    expect(first).toStrictEqual({ ...start, attemptId: "N1", number: 3, facts: cycles[1]?.facts });
    expect(numbers(await list(first ?? start, 9))).toEqual([4, 2]);
    expect(numbers(await list(start, 9))).toEqual([3, 4, 2]);
  },

  "review items are listed by their age, open and resolved, in pages without a gap": async (store) => {
    const items = [4, 2, 2, 9].map((seconds, index) =>
      sampleReviewItem(`i${index}`, { createdAt: at(seconds) }),
    );
    await commit(store, {
      reviewItems: items,
      resolvedItems: [{ id: "i1", resolution: { at: at(9), note: "Done." } }],
    });
    const list = (after: { createdAt: string; id: string }, limit: number, before = 9) =>
      store.listCreatedReviewItems({ after, before: instantAt(before), limit });
    const start = { createdAt: at(2), id: "" };
    const [first, second] = await list(start, 2);
    expect(first).toMatchObject({ id: "i1", status: "resolved", resolution: { note: "Done." } });
    expect(second).toStrictEqual(items[2]);
    expect(idsOf(await list(items[2] ?? start, 2))).toEqual(["i0"]);
    expect(idsOf(await list(start, 9, 10))).toEqual(["i1", "i2", "i0", "i3"]);
  },
};
