import { expect } from "vitest";
import {
  attemptIdsOf,
  claimJobsDueAt,
  commitOnCurrentVersion,
  idsOf,
  loadWholePayment,
  paymentChange,
  runTogether,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import { instantAt, sampleAttempt, sampleCycle, sampleInboxEntry, sampleJob } from "./samples.ts";

export const commitRules: SingleStoreRuleSet = {
  "each commit makes the version one higher": async ({ store }) => {
    expect(await store.commit(paymentChange(0, { attempts: [sampleAttempt()] }))).toBe("committed");
    expect((await loadWholePayment(store)).version).toBe(1);
    expect(await store.commit(paymentChange(1))).toBe("committed");
    expect((await loadWholePayment(store)).version).toBe(2);
  },

  "of two commits on one version the second is stale, and nothing of it has happened": async ({ store }) => {
    await store.receive(sampleInboxEntry("n1"));
    await store.commit(paymentChange(0, { attempts: [sampleAttempt()] }));
    await store.commit(paymentChange(1, { attempts: [sampleAttempt({ state: "pending" })] }));
    const before = await loadWholePayment(store, { cycles: [{ attemptId: "N1", number: 2 }] });
    const late = paymentChange(1, {
      attempts: [sampleAttempt({ state: "failed" }), sampleAttempt({ attemptId: "N2", number: 2 })],
      cycles: [sampleCycle(2)],
      settled: ["n1"],
      work: [sampleJob("w1")],
    });
    expect(await store.commit(late)).toBe("stale");
    expect(await loadWholePayment(store, { cycles: [{ attemptId: "N1", number: 2 }] })).toEqual(before);
    expect(await store.find("N2")).toBeUndefined();
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("open");
    expect(await claimJobsDueAt(store, 0)).toEqual([]);
  },

  "a first commit that comes second is stale, and nothing of it has happened": async ({ store }) => {
    await store.commit(paymentChange(0, { attempts: [sampleAttempt()] }));
    const late = paymentChange(0, {
      attempts: [sampleAttempt({ attemptId: "N2" })],
      work: [sampleJob("w1")],
    });
    expect(await store.commit(late)).toBe("stale");
    expect(await loadWholePayment(store)).toMatchObject({ version: 1, work: [] });
    expect(await store.find("N2")).toBeUndefined();
  },

  "a commit on a version that the book has not reached is stale": async ({ store }) => {
    const early = paymentChange(1, { attempts: [sampleAttempt()], work: [sampleJob("w1")] });
    expect(await store.commit(early)).toBe("stale");
    expect(await loadWholePayment(store)).toMatchObject({ version: 0, payments: [], work: [] });
    await store.commit(paymentChange(0));
    expect(await store.commit(paymentChange(7))).toBe("stale");
    expect((await loadWholePayment(store)).version).toBe(1);
  },

  "of many first commits at once exactly one is committed, whole": async ({ store }) => {
    const outcomes = await runTogether(20, (index) =>
      store.commit(
        paymentChange(0, {
          attempts: [sampleAttempt({ attemptId: `N${index}` })],
          work: [sampleJob(`N${index}/w`)],
        }),
      ),
    );
    const winner = outcomes.indexOf("committed");
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    const payment = await loadWholePayment(store);
    expect(payment.version).toBe(1);
    expect(attemptIdsOf(payment)).toEqual([`N${winner}`]);
    expect(idsOf(payment.work)).toEqual([`N${winner}/w`]);
  },

  "of many later commits at once exactly one is committed, whole": async ({ store }) => {
    await store.commit(paymentChange(0));
    const outcomes = await runTogether(20, (index) =>
      store.commit(
        paymentChange(1, { attempts: [sampleAttempt({ number: index })], work: [sampleJob(`w${index}`)] }),
      ),
    );
    const winner = outcomes.indexOf("committed");
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    const payment = await loadWholePayment(store);
    expect(payment).toMatchObject({
      version: 2,
      payments: [{ attempt: winner }],
      work: [{ id: `w${winner}` }],
    });
  },

  "commits on different books do not disturb each other": async ({ store }) => {
    const outcomes = await runTogether(20, (index) => {
      const key = { tenant: "t", reference: `r${index}` };
      return store.commit(
        paymentChange(0, { ...key, attempts: [sampleAttempt({ ...key, attemptId: `N${index}` })] }),
      );
    });
    expect(new Set(outcomes)).toEqual(new Set(["committed"]));
  },

  "work with a known id is not inserted again, whatever it says": async ({ store }) => {
    const lease = { token: "first", until: instantAt(60) };
    await commitOnCurrentVersion(store, { work: [{ ...sampleJob("w1"), lease }] });
    await commitOnCurrentVersion(store, {
      work: [sampleJob("w1", { kind: "no-result", dueAt: instantAt(-60).toISOString() }), sampleJob("w2")],
    });
    expect((await loadWholePayment(store)).work).toEqual([sampleJob("w1"), sampleJob("w2")]);
    expect((await claimJobsDueAt(store, 0)).map(({ work }) => work.id)).toEqual(["w2"]);
  },

  "work that is done is not inserted again either": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    await store.finish("w1", { at: instantAt(1).toISOString() });
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    expect(await claimJobsDueAt(store, 3600)).toEqual([]);
  },

  "what a commit makes untrue is done with it, in whosever hands; what has ended before stays so": async ({
    store,
  }) => {
    const result = (seconds: number) => ({ at: instantAt(seconds).toISOString(), note: `at ${seconds}` });
    const parked = { status: "parked", problem: { code: "cycle_missing", message: "Ask." } } as const;
    const ended = ["w1", "w2", "w3", "w4", "never heard of"].map((id) => ({ id, result: result(9) }));
    await commitOnCurrentVersion(store, {
      work: [sampleJob("w1", parked), sampleJob("w2", parked), sampleJob("w3", parked)],
    });
    await claimJobsDueAt(store, 0, { id: "w2" });
    await store.finish("w3", result(1));
    expect(await store.commit(paymentChange(0, { ended }))).toBe("stale");
    expect((await store.parked(9)).map(({ id }) => id)).toEqual(["w1", "w2"]);
    await commitOnCurrentVersion(store, { work: [sampleJob("w4", parked), sampleJob("w5", parked)], ended });
    const { work } = await loadWholePayment(store);
    expect(work.map(({ id, result: how }) => [id, how])).toEqual([
      ["w1", result(9)],
      ["w2", result(9)],
      ["w3", result(1)],
      ["w4", result(9)],
      ["w5", undefined],
    ]);
    expect((await store.parked(9)).map(({ id }) => id)).toEqual(["w5"]);
  },

  "a transaction that has paid a cycle pays no other, whatever is committed": async ({ store }) => {
    const of = (transactionId: string, cycle: number) => ({ attemptId: "N1", transactionId, cycle });
    await commitOnCurrentVersion(store, { transactions: [of("T1", 2)] });
    await commitOnCurrentVersion(store, { transactions: [of("T1", 3), of("T2", 3)] });
    expect(await store.commit(paymentChange(1, { transactions: [of("T3", 4)] }))).toBe("stale");
    const { transactions } = await loadWholePayment(store, {
      transactions: [of("T1", 0), of("T2", 0), of("T3", 0)],
    });
    expect(new Set(transactions)).toEqual(new Set([of("T1", 2), of("T2", 3)]));
  },

  "notifications are settled by name; the others stay open": async ({ store }) => {
    for (const id of ["n1", "n2", "n3"]) await store.receive(sampleInboxEntry(id));
    await commitOnCurrentVersion(store, { settled: ["n1", "n3", "never heard of"] });
    expect(idsOf((await loadWholePayment(store)).notifications)).toEqual(["n2"]);
    await commitOnCurrentVersion(store, { settled: ["n1"] });
    expect(idsOf((await loadWholePayment(store)).notifications)).toEqual(["n2"]);
  },
};
