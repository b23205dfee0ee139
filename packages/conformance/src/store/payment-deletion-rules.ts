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
const noRecords = {
  attempts: 0,
  cycles: 0,
  links: 0,
  transactions: 0,
  notifications: 0,
  jobs: 0,
  reviewItems: 0,
};

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
  "the records of a payment are counted, those of others are not": async (store) => {
    expect(await store.countPaymentRecords(samplePaymentKey)).toEqual(noRecords);
    await storePayment(store, samplePaymentKey, "N1");
    await storePayment(store, otherKey, "N2");
    expect(await store.countPaymentRecords(samplePaymentKey)).toEqual({
      attempts: 1,
      cycles: 1,
      links: 1,
      transactions: 2,
      notifications: 1,
      jobs: 1,
      reviewItems: 1,
    });
  },

  "a deleted payment leaves nothing, and can start again; other payments stay": async (store) => {
    await storePayment(store, samplePaymentKey, "N1");
    await storePayment(store, otherKey, "N2");
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
    const others = { attempts: 1, transactions: 2, jobs: 1 };
    expect(await store.countPaymentRecords(otherKey)).toMatchObject(others);
    expect((await store.findAttempt("N2"))?.attemptId).toBe("N2");
    await storePayment(store, samplePaymentKey, "N1");
    expect(await store.countPaymentRecords(samplePaymentKey)).toMatchObject({ attempts: 1, reviewItems: 1 });
  },

  "a payment that changed in the meantime is not deleted": async (store) => {
    await storePayment(store, samplePaymentKey, "N1");
    const { version } = await loadWholePayment(store);
    await commit(store, {});
    expect(await store.deletePayment({ ...samplePaymentKey, version })).toBe("stale");
    expect(await store.deletePayment({ ...samplePaymentKey, version: 0 })).toBe("stale");
    expect(await store.countPaymentRecords(samplePaymentKey)).toMatchObject({ attempts: 1, jobs: 1 });
  },

  "a payment with a pending notification is not deleted": async (store) => {
    await storePayment(store, samplePaymentKey, "N1");
    const { version } = await loadWholePayment(store);
    await store.receive(sampleInboxEntry("n2"));
    expect(await store.deletePayment({ ...samplePaymentKey, version })).toBe("stale");
    expect((await loadWholePayment(store)).notifications).toHaveLength(1);
  },
};
