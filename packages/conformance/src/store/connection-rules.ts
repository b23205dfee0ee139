import type { PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  claimJobsDueAt,
  claimOnlyJob,
  commitOnCurrentVersion,
  jobIdsOf,
  loadWholePayment,
  paymentChange,
  runTogether,
  type StoreRuleSet,
} from "./rule-helpers.ts";
import {
  instantAt,
  sampleAttempt,
  sampleCycle,
  sampleFullAttempt,
  sampleInboxEntry,
  sampleJob,
} from "./samples.ts";

/** `store` and `other` are two connections to the same data. */
interface TwoConnections {
  readonly store: PaymentStore<never>;
  readonly other: PaymentStore<never>;
}

/** For stores that outlive their connection: what one has resolved is there for all, and what one decides is decided once. */
export const connectionRules: StoreRuleSet<TwoConnections> = {
  "what was committed is there for another connection": async ({ store, other }) => {
    await store.receive(sampleInboxEntry("n1"));
    await store.receive(sampleInboxEntry("n2"));
    const lease = { token: "born", until: instantAt(300) };
    const work = [{ ...sampleJob("w1"), lease }, sampleJob("w2"), sampleJob("w3")];
    await commitOnCurrentVersion(store, {
      attempts: [sampleFullAttempt()],
      cycles: [sampleCycle(2)],
      settled: ["n1"],
      work,
    });
    await store.finish("w2", { at: instantAt(1).toISOString() });
    const asked = [{ attemptId: "N1", number: 2 }];
    expect(await loadWholePayment(other, { cycles: asked })).toStrictEqual(
      await loadWholePayment(store, { cycles: asked }),
    );
    expect(await other.find("N1")).toStrictEqual(sampleFullAttempt());
    expect(await other.receive(sampleInboxEntry("n1"))).toBe("settled");
    expect(await other.receive(sampleInboxEntry("n2"))).toBe("open");
    expect(jobIdsOf(await claimJobsDueAt(other, 0))).toEqual(["w3"]);
  },

  "of commits on one version over two connections exactly one is committed": async ({ store, other }) => {
    for (let version = 0; version < 10; version++) {
      const outcomes = await runTogether(6, (index) =>
        (index % 2 === 0 ? store : other).commit(
          paymentChange(version, {
            attempts: [sampleAttempt({ number: index })],
            work: [sampleJob(`${version}/${index}`)],
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
      const payment = await loadWholePayment(other);
      expect(payment).toMatchObject({
        version: version + 1,
        payments: [{ attempt: outcomes.indexOf("committed") }],
      });
      expect(payment.work).toHaveLength(version + 1);
    }
  },

  "a notification that comes over two connections at once is new for one": async ({ store, other }) => {
    const standings = await runTogether(50, (index) =>
      (index % 2 ? store : other).receive(sampleInboxEntry("n1")),
    );
    expect(standings.filter((standing) => standing === "new")).toHaveLength(1);
    expect(standings.filter((standing) => standing === "open")).toHaveLength(49);
  },

  "claims over two connections never share work": async ({ store, other }) => {
    await commitOnCurrentVersion(store, {
      work: Array.from({ length: 40 }, (_, index) => sampleJob(`w${index}`)),
    });
    const claims = await runTogether(12, (index) =>
      claimJobsDueAt(index % 2 ? store : other, 1, { limit: 4, token: `lease ${index}` }),
    );
    const taken = claims.flatMap(jobIdsOf);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(40);
  },

  "a lease holds for another connection, and so does its end": async ({ store, other }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const old = await claimOnlyJob(store, 0, { until: 300 });
    expect(await claimJobsDueAt(other, 299)).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(other, 300))).toEqual(["w1"]);
    await store.postpone(old, { parked: { code: "late", message: "Too late." } });
    expect(await store.parked(10)).toEqual([]);
    expect(await other.finish("w1", { at: instantAt(301).toISOString() })).toBe(true);
    expect(await store.finish("w1", { at: instantAt(302).toISOString() })).toBe(false);
  },
};
