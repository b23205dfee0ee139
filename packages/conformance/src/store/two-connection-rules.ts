import type { PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimOnlyJob,
  commitOnCurrentVersion,
  jobIdsOf,
  loadWholePayment,
  paymentChange,
  runTogether,
  type StoreRuleSet,
  toNewJobs,
} from "./rule-helpers.ts";
import {
  instantAt,
  sampleAttempt,
  sampleCycle,
  sampleFullAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  sampleReviewItem,
} from "./samples.ts";

/** `store` and `other` are two connections to the same data. */
interface TwoConnections {
  readonly store: PaymentStore<never>;
  readonly other: PaymentStore<never>;
}

/** Rules for stores that outlive their connection: all connections see a committed change, and each change happens only once. */
export const twoConnectionRules: StoreRuleSet<TwoConnections> = {
  "what was committed is there for another connection": async ({ store, other }) => {
    await store.receive(sampleInboxEntry("n1"));
    await store.receive(sampleInboxEntry("n2"));
    const lease = { token: "first", until: instantAt(300) };
    const jobs = [{ job: sampleJob("w1"), lease }, ...toNewJobs(sampleJob("w2"), sampleJob("w3"))];
    await commitOnCurrentVersion(store, {
      attempts: [sampleFullAttempt()],
      cycles: [sampleCycle(2)],
      processed: ["n1"],
      jobs,
      reviewItems: [sampleReviewItem("i1")],
    });
    await store.completeJob("w2", sampleJobOutcome);
    const asked = [{ attemptId: "N1", number: 2 }];
    expect(await loadWholePayment(other, { cycles: asked })).toStrictEqual(
      await loadWholePayment(store, { cycles: asked }),
    );
    expect(await other.findAttempt("N1")).toStrictEqual(sampleFullAttempt());
    expect(await other.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect(await other.receive(sampleInboxEntry("n2"))).toBe("pending");
    expect(jobIdsOf(await claimDueJobsAt(other, 0))).toEqual(["w3"]);
  },

  "of commits on one version over two connections exactly one is committed": async ({ store, other }) => {
    for (let version = 0; version < 10; version++) {
      const outcomes = await runTogether(6, (index) =>
        (index % 2 === 0 ? store : other).commit(
          paymentChange(version, {
            attempts: [sampleAttempt({ number: index })],
            jobs: toNewJobs(sampleJob(`${version}/${index}`)),
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
      const payment = await loadWholePayment(other);
      expect(payment).toMatchObject({
        version: version + 1,
        attempts: [{ number: outcomes.indexOf("committed") }],
      });
      expect(payment.jobs).toHaveLength(version + 1);
    }
  },

  "a notification that comes over two connections at once is new for one": async ({ store, other }) => {
    const standings = await runTogether(50, (index) =>
      (index % 2 ? store : other).receive(sampleInboxEntry("n1")),
    );
    expect(standings.filter((standing) => standing === "new")).toHaveLength(1);
    expect(standings.filter((standing) => standing === "pending")).toHaveLength(49);
  },

  "claims over two connections never share a job": async ({ store, other }) => {
    await commitOnCurrentVersion(store, {
      jobs: toNewJobs(...Array.from({ length: 40 }, (_, index) => sampleJob(`w${index}`))),
    });
    const claims = await runTogether(12, (index) =>
      claimDueJobsAt(index % 2 ? store : other, 1, { limit: 4, token: `lease ${index}` }),
    );
    const taken = claims.flatMap(jobIdsOf);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(40);
  },

  "a lease holds for another connection, and so does its end": async ({ store, other }) => {
    await commitOnCurrentVersion(store, { jobs: toNewJobs(sampleJob("w1")) });
    const old = await claimOnlyJob(store, 0, { until: 300 });
    expect(await claimDueJobsAt(other, 299)).toEqual([]);
    expect(jobIdsOf(await claimDueJobsAt(other, 300))).toEqual(["w1"]);
    const problem = { code: "late", message: "Too late." };
    await store.giveUpJob(old, { problem, reviewItem: sampleReviewItem("i1", { jobId: "w1" }) });
    expect(await store.listReviewItems(10)).toEqual([]);
    expect(await other.completeJob("w1", sampleJobOutcome)).toBe(true);
    expect(await store.completeJob("w1", sampleJobOutcome)).toBe(false);
  },
};
