import type { PaymentKey, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import { commit, loadWholePayment, type SingleStoreRuleSet } from "./rule-helpers.ts";
import {
  sampleAttempt,
  sampleCycle,
  sampleInboxEntry,
  sampleJob,
  sampleLink,
  samplePaymentKey,
  sampleReviewItem,
} from "./samples.ts";

const otherKey = { ...samplePaymentKey, reference: "order-2" };
/** The records of such a payment. */
const oneOfEach = {
  ...{ attempts: 1, cycles: 1, links: 1, transactions: 2 },
  ...{ notifications: 1, jobs: 1, reviewItems: 1 },
};
const noRecords = Object.fromEntries(Object.keys(oneOfEach).map((name) => [name, 0]));

/** Stores a payment with one record of each kind, and two transactions: a used one, and a reported one. */
async function storePayment(store: PaymentStore<never>, key: PaymentKey, id: string): Promise<void> {
  const fields = { ...key, attemptId: id };
  await store.receive(sampleInboxEntry(`n-${id}`, fields));
  await commit(store, {
    ...key,
    attempts: [sampleAttempt(fields)],
    cycles: [sampleCycle(2, { attemptId: id })],
    transactions: [{ attemptId: id, transactionId: `T-${id}`, usedFor: 2 }],
    processed: [`n-${id}`],
    jobs: [sampleJob(`j-${id}`, fields)],
    reviewItems: [sampleReviewItem(`i-${id}`, fields)],
    links: [sampleLink(`l-${id}`, key)],
  });
}

export const paymentDeletionRules: SingleStoreRuleSet = {
  "a deleted payment leaves nothing, and can start again; other payments stay": async (store) => {
    expect(await store.countPaymentRecords(samplePaymentKey)).toEqual(noRecords);
    await storePayment(store, samplePaymentKey, "N1");
    await storePayment(store, otherKey, "N2");
    expect(await store.countPaymentRecords(samplePaymentKey)).toEqual(oneOfEach);
    const { version } = await loadWholePayment(store);
    expect(await store.deletePayment({ ...samplePaymentKey, version })).toBe("deleted");
    expect(await store.countPaymentRecords(samplePaymentKey)).toEqual(noRecords);
    expect((await loadWholePayment(store)).version).toBe(0);
    expect(await store.findAttempt("N1")).toBeUndefined();
    expect(await store.findReviewItem("i-N1")).toBeUndefined();
    expect(await store.findLink("l-N1")).toBeUndefined();
    expect((await store.listReviewItems(10)).map(({ id }) => id)).toEqual(["i-N2"]);
    const listed = await store.listAttempts({
      states: [sampleAttempt().state],
      search: { text: "T-N1", references: [] },
      limit: 10,
    });
    expect(listed).toEqual([]);
    expect(await store.countPaymentRecords(otherKey)).toEqual(oneOfEach);
    expect((await store.findAttempt("N2"))?.attemptId).toBe("N2");
    await storePayment(store, samplePaymentKey, "N1");
    expect(await store.countPaymentRecords(samplePaymentKey)).toEqual(oneOfEach);
  },

  "a payment that changed in the meantime, or has a pending notification, is not deleted": async (store) => {
    await storePayment(store, samplePaymentKey, "N1");
    const { version } = await loadWholePayment(store);
    await commit(store, {});
    for (const old of [version, 0])
      expect(await store.deletePayment({ ...samplePaymentKey, version: old })).toBe("stale");
    await store.receive(sampleInboxEntry("n2"));
    expect(await store.deletePayment({ ...samplePaymentKey, version: version + 1 })).toBe("stale");
    const kept = { attempts: 1, jobs: 1, notifications: 2 };
    expect(await store.countPaymentRecords(samplePaymentKey)).toMatchObject(kept);
  },
};
