import { expect } from "vitest";
import {
  claimDueJobsAt,
  commit,
  idsOf,
  loadWholePayment,
  paymentChange,
  runTogether,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import {
  at,
  instantAt,
  sampleAttempt,
  sampleCycle,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  sampleLink,
} from "./samples.ts";

export const commitRules: SingleStoreRuleSet = {
  "payment links are stored without an attempt, changed, and loaded only if asked for, oldest first": async (
    store,
  ) => {
    const old = sampleLink("b-old");
    const link = sampleLink("a-new", { createdAt: at(1) });
    await store.commit(paymentChange(0, { links: [link, old] }));
    const opened = { ...link, openedAt: at(2) };
    await store.commit(paymentChange(1, { links: [opened] }));
    await store.commit(
      paymentChange(0, { reference: "order-2", links: [sampleLink("l3", { reference: "order-2" })] }),
    );
    expect((await loadWholePayment(store, { links: true })).links).toEqual([old, opened]);
    expect((await loadWholePayment(store)).links).toEqual([]);
    expect(await store.findLink("a-new")).toEqual(opened);
    expect(await store.findLink("none")).toBeUndefined();
  },

  "of two commits on one version the second is stale, and nothing of it has happened": async (store) => {
    await store.receive(sampleInboxEntry("n1"));
    await store.commit(paymentChange(0, { attempts: [sampleAttempt()] }));
    await store.commit(paymentChange(1, { attempts: [sampleAttempt({ state: "pending" })] }));
    const before = await loadWholePayment(store, { cycles: [{ attemptId: "N1", number: 2 }] });
    const late = paymentChange(1, {
      attempts: [sampleAttempt({ state: "failed" }), sampleAttempt({ attemptId: "N2", number: 2 })],
      cycles: [sampleCycle(2)],
      processed: ["n1"],
      jobs: [sampleJob("w1")],
    });
    expect(await store.commit(late)).toBe("stale");
    expect(await loadWholePayment(store, { cycles: [{ attemptId: "N1", number: 2 }] })).toEqual(before);
    expect(await store.findAttempt("N2")).toBeUndefined();
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("pending");
    expect(await claimDueJobsAt(store, 0)).toEqual([]);
  },

  "a commit on a version that the payment has not reached is stale": async (store) => {
    const early = paymentChange(1, { attempts: [sampleAttempt()], jobs: [sampleJob("w1")] });
    expect(await store.commit(early)).toBe("stale");
    expect(await loadWholePayment(store)).toMatchObject({ version: 0, attempts: [], jobs: [] });
    await store.commit(paymentChange(0));
    expect(await store.commit(paymentChange(7))).toBe("stale");
    expect((await loadWholePayment(store)).version).toBe(1);
  },

  "commits on different payments do not disturb each other": async (store) => {
    const outcomes = await runTogether(20, (index) => {
      const key = { tenant: "t", reference: `r${index}` };
      return store.commit(
        paymentChange(0, { ...key, attempts: [sampleAttempt({ ...key, attemptId: `N${index}` })] }),
      );
    });
    expect(new Set(outcomes)).toEqual(new Set(["committed"]));
  },

  "a job with a known id is not inserted again, whatever it contains, and not when it is completed": async (
    store,
  ) => {
    const lease = { token: "first", until: instantAt(60) };
    await commit(store, { jobs: [{ job: sampleJob("w1"), lease }] });
    await commit(store, {
      jobs: [sampleJob("w1", { kind: "check-result", dueAt: at(-60) }), sampleJob("w2")],
    });
    expect((await loadWholePayment(store)).jobs).toEqual([sampleJob("w1"), sampleJob("w2")]);
    expect((await claimDueJobsAt(store, 0)).map(({ job }) => job.id)).toEqual(["w2"]);
    for (const id of ["w1", "w2"]) await store.completeJob(id, sampleJobOutcome);
    await commit(store, { jobs: [sampleJob("w1"), sampleJob("w2")] });
    expect(await claimDueJobsAt(store, 3600)).toEqual([]);
  },

  "a transaction that is used for a cycle, or refunded, is used for no other, whatever is committed": async (
    store,
  ) => {
    const of = (transactionId: string, usedFor: number | "refunded") => ({
      attemptId: "N1",
      transactionId,
      usedFor,
    });
    await commit(store, { transactions: [of("T1", 2), of("T4", "refunded")] });
    await commit(store, { transactions: [of("T1", 3), of("T2", 3), of("T4", 3)] });
    expect(await store.commit(paymentChange(1, { transactions: [of("T3", 4)] }))).toBe("stale");
    const { transactions } = await loadWholePayment(store, {
      transactions: [of("T1", 1), of("T2", 1), of("T3", 1), of("T4", 1)],
    });
    expect(new Set(transactions)).toEqual(new Set([of("T1", 2), of("T2", 3), of("T4", "refunded")]));
  },

  "notifications become processed by their ids; the others remain pending": async (store) => {
    for (const id of ["n1", "n2", "n3"]) await store.receive(sampleInboxEntry(id));
    await commit(store, { processed: ["n1", "n3", "unknown"] });
    expect(idsOf((await loadWholePayment(store)).notifications)).toEqual(["n2"]);
    await commit(store, { processed: ["n1"] });
    expect(idsOf((await loadWholePayment(store)).notifications)).toEqual(["n2"]);
  },
};
