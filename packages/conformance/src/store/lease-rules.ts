import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimJobAt,
  claimOnlyJob,
  commit,
  createClaimAt,
  jobIdsOf,
  loadWholePayment,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import { at, instantAt, sampleJob, sampleJobOutcome, sampleReviewItem } from "./samples.ts";

const problem = { code: "shop_down", message: "Later." };
const givenUp = { problem, reviewItem: sampleReviewItem("item-1", { jobId: "j1" }) };

export const leaseRules: SingleStoreRuleSet = {
  "a leased job is not claimed before its lease ends": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    expect(jobIdsOf(await claimDueJobsAt(store, 0, { until: 300 }))).toEqual(["j1"]);
    expect(await claimDueJobsAt(store, 299.999)).toEqual([]);
    expect(await claimJobAt(store, "j1", 299.999)).toBeUndefined();
    expect(jobIdsOf(await claimDueJobsAt(store, 300, { until: 400 }))).toEqual(["j1"]);
    expect(await claimDueJobsAt(store, 399.999)).toEqual([]);
    expect((await claimJobAt(store, "j1", 400))?.job.id).toBe("j1");
  },

  "a job that is claimed on insert is its holder's until that lease ends, and is loaded without it": async (
    store,
  ) => {
    const lease = { token: "first", until: instantAt(300) };
    const jobs = [sampleJob("j1"), sampleJob("j2")].map((job) => ({ job, lease }));
    await commit(store, { jobs });
    expect((await loadWholePayment(store)).jobs).toStrictEqual([sampleJob("j1"), sampleJob("j2")]);
    await store.retryJobLater({ job: sampleJob("j2"), lease }, { dueAt: instantAt(20), problem });
    expect(jobIdsOf(await claimDueJobsAt(store, 20, { until: 999 }))).toEqual(["j2"]);
    expect(await claimDueJobsAt(store, 299.999)).toEqual([]);
    expect(await claimJobAt(store, "j1", 299.999)).toBeUndefined();
    expect(jobIdsOf(await claimDueJobsAt(store, 300))).toEqual(["j1"]);
  },

  "a renewed lease holds until its new end": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    const leased = await claimOnlyJob(store, 0, { until: 30 });
    expect(await store.renewLease(leased, instantAt(60))).toBe(true);
    expect(await store.renewLease(leased, instantAt(90))).toBe(true);
    // An older renewal can arrive late.
    expect(await store.renewLease(leased, instantAt(70))).toBe(true);
    expect(await claimDueJobsAt(store, 89.999)).toEqual([]);
    expect(await claimJobAt(store, "j1", 89.999)).toBeUndefined();
    expect(jobIdsOf(await claimDueJobsAt(store, 90))).toEqual(["j1"]);
  },

  "a lease that was lost, or whose job ended, is not renewed": async (store) => {
    const jobs = [sampleJob("j1"), sampleJob("j2"), sampleJob("j3")];
    await commit(store, { jobs });
    const [one, two, three] = await claimDueJobsAt(store, 0, { until: 10, token: "old" });
    if (one === undefined || two === undefined || three === undefined)
      throw new Error("Not all jobs were claimed.");
    await store.claimJob(one.job.id, createClaimAt(10, { until: 20, token: "current" }));
    await store.completeJob(two.job.id, sampleJobOutcome);
    await store.giveUpJob(three, givenUp);
    for (const leased of [one, two, three])
      expect(await store.renewLease(leased, instantAt(300))).toBe(false);
    expect(jobIdsOf(await claimDueJobsAt(store, 20))).toEqual([one.job.id]);
    expect((await claimJobAt(store, three.job.id, 20))?.job.id).toBe(three.job.id);
  },

  "a job that is scheduled again is due later, with one more try and its problem, and its lease ends": async (
    store,
  ) => {
    await commit(store, { jobs: [sampleJob("j1", { tries: 4 })] });
    const leased = await claimOnlyJob(store, 0);
    await store.retryJobLater(leased, { dueAt: instantAt(20), problem });
    const later = sampleJob("j1", { tries: 5, dueAt: at(20), problem });
    expect((await loadWholePayment(store)).jobs).toStrictEqual([later]);
    expect(await store.giveUpJob(leased, givenUp)).toBe(false);
    expect(await store.listReviewItems(10)).toEqual([]);
    expect(await claimDueJobsAt(store, 19)).toEqual([]);
    expect((await claimDueJobsAt(store, 20)).map(({ job }) => job)).toStrictEqual([later]);
  },

  "a lease that was lost changes nothing": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    const old = await claimOnlyJob(store, 0, { until: 10, token: "old" });
    const current = await claimOnlyJob(store, 10, { until: 300, token: "current" });
    const before = await loadWholePayment(store);
    expect(await store.giveUpJob(old, givenUp)).toBe(false);
    expect(await store.retryJobLater(old, { dueAt: instantAt(0), problem })).toBe(false);
    expect(await loadWholePayment(store)).toEqual(before);
    expect(await claimDueJobsAt(store, 299)).toEqual([]);
    expect(await store.retryJobLater(current, { dueAt: instantAt(20), problem })).toBe(true);
    expect((await loadWholePayment(store)).jobs[0]?.tries).toBe(1);
  },

  "a completed job is neither completed, given up nor scheduled again": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    const old = await claimOnlyJob(store, 0, { until: 10, token: "old" });
    await claimDueJobsAt(store, 10, { token: "current" });
    const outcome = { kind: "placed", orderId: "order Ü-1", at: at(9) } as const;
    expect(await store.completeJob("j1", outcome)).toBe(true);
    for (const id of ["j1", "unknown"]) expect(await store.completeJob(id, sampleJobOutcome)).toBe(false);
    expect(await store.giveUpJob(old, givenUp)).toBe(false);
    expect(await store.retryJobLater(old, { dueAt: instantAt(0), problem })).toBe(false);
    const { jobs } = await loadWholePayment(store);
    expect(jobs).toStrictEqual([sampleJob("j1", { status: "completed", outcome })]);
    expect(await store.listReviewItems(10)).toEqual([]);
  },
};
