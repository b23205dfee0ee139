import type { PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimOnlyJob,
  commit,
  jobIdsOf,
  loadWholePayment,
  type StoreRuleSet,
} from "./rule-helpers.ts";
import {
  instantAt,
  sampleCycle,
  sampleFullAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  sampleReviewItem,
} from "./samples.ts";

/** Rules for stores that outlive their connection: all connections see a committed change, and each change happens only once. */
export const twoConnectionRules: StoreRuleSet<Record<"store" | "other", PaymentStore<never>>> = {
  "what was committed is there for another connection": async ({ store, other }) => {
    await store.receive(sampleInboxEntry("n1"));
    await store.receive(sampleInboxEntry("n2"));
    const lease = { token: "first", until: instantAt(300) };
    const jobs = [{ job: sampleJob("w1"), lease }, sampleJob("w2"), sampleJob("w3")];
    await commit(store, {
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

  "a lease holds for another connection, and so does its end": async ({ store, other }) => {
    await commit(store, { jobs: [sampleJob("w1")] });
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
