import { expect } from "vitest";
import { commit, loadWholePayment, type SingleStoreRuleSet } from "./rule-helpers.ts";
import {
  instantAt,
  sampleAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  sampleNotificationFact,
  samplePaymentKey,
} from "./samples.ts";

export const inboxRules: SingleStoreRuleSet = {
  "a notification is new, then pending, then processed, and does not change the version": async (store) => {
    await commit(store, { attempts: [sampleAttempt()] });
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("pending");
    expect((await loadWholePayment(store)).version).toBe(1);
    await commit(store, { processed: ["n1"] });
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect((await loadWholePayment(store)).notifications).toEqual([]);
  },

  "pending notifications come oldest first, each exactly as it was received first": async (store) => {
    const fields = {
      alertType: "refund",
      periodCount: "02",
      gatewaySubscriptionId: "Ü😀",
      enabled: "0",
      unsigned: ["amount"],
    };
    const fact = sampleNotificationFact("digest", fields);
    const entries = ["z", "a", "m"].map((id, index) =>
      sampleInboxEntry(id, { receivedAt: instantAt(index), fact }),
    );
    for (const entry of entries) await store.receive(entry);
    const changed = sampleNotificationFact("digest", { amount: "0.01" });
    await store.receive(sampleInboxEntry("z", { receivedAt: instantAt(99), fact: changed }));
    expect((await loadWholePayment(store)).notifications).toStrictEqual(entries);
  },

  "payments with pending notifications are listed once each, when these are old enough": async (store) => {
    await store.receive(sampleInboxEntry("n1", { receivedAt: instantAt(10) }));
    await store.receive(sampleInboxEntry("n2", { receivedAt: instantAt(11) }));
    await store.receive(sampleInboxEntry("n3", { tenant: "other", receivedAt: instantAt(12) }));
    await store.receive(sampleInboxEntry("n4", { reference: "order-2", receivedAt: instantAt(13) }));
    const [first, second, third] = [
      samplePaymentKey,
      { ...samplePaymentKey, tenant: "other" },
      { ...samplePaymentKey, reference: "order-2" },
    ];
    expect(await store.listPendingPayments(instantAt(10), 10)).toEqual([]);
    expect(await store.listPendingPayments(instantAt(12), 10)).toEqual([first]);
    expect(await store.listPendingPayments(instantAt(14), 10)).toEqual([first, second, third]);
    expect(await store.listPendingPayments(instantAt(14), 2)).toEqual([first, second]);
    await commit(store, { processed: ["n1"] });
    expect(await store.listPendingPayments(instantAt(14), 10)).toContainEqual(first);
    await commit(store, { processed: ["n2"] });
    expect(await store.listPendingPayments(instantAt(14), 10)).toEqual([second, third]);
  },

  "only processed notifications that are old enough are deleted, up to the limit, and no payment or job":
    async (store) => {
      for (const seconds of [1, 2, 3, 4, 5]) {
        await store.receive(sampleInboxEntry(`n${seconds}`, { receivedAt: instantAt(seconds) }));
      }
      await commit(store, {
        processed: ["n1", "n3", "n4", "n5"],
        attempts: [sampleAttempt()],
        jobs: [sampleJob("w1")],
        completedJobs: [{ id: "w1", outcome: sampleJobOutcome }],
      });
      expect(await store.deleteProcessedNotifications(instantAt(1), 10)).toBe(0);
      expect(await store.deleteProcessedNotifications(instantAt(5), 2)).toBe(2);
      expect(await store.deleteProcessedNotifications(instantAt(5), 10)).toBe(1);
      expect(await store.deleteProcessedNotifications(instantAt(5), 10)).toBe(0);
      expect(await store.receive(sampleInboxEntry("n2"))).toBe("pending");
      expect(await store.receive(sampleInboxEntry("n5"))).toBe("processed");
      expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
      await store.deleteProcessedNotifications(instantAt(1e8), 1000);
      expect(await loadWholePayment(store)).toMatchObject({
        attempts: [{}],
        jobs: [{ status: "completed" }],
      });
    },
};
