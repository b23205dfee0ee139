import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimJobAt,
  commit,
  jobIdsOf,
  loadWholePayment,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import { at, instantAt, sampleJob, sampleJobOutcome } from "./samples.ts";

export const jobRules: SingleStoreRuleSet = {
  "a job comes back exactly as it was committed": async (store) => {
    const job = sampleJob("j1", {
      kind: "sync-refund",
      cycle: 3,
      dedupeKey: "2",
      status: "given-up",
      tries: 3,
      problem: { code: "x", message: "Ü'😀" },
    });
    await commit(store, { jobs: [job] });
    expect((await loadWholePayment(store)).jobs).toStrictEqual([job]);
  },

  "a job is claimed from the instant at which it is due, with its lease": async (store) => {
    const job = sampleJob("j1", { dueAt: at(10) });
    await commit(store, { jobs: [job] });
    expect(await claimDueJobsAt(store, 9.999)).toEqual([]);
    const lease = { token: "mine", until: instantAt(300) };
    expect(await store.claimDueJobs({ now: instantAt(10), lease }, 1)).toEqual([{ job, lease }]);
  },

  "the jobs that ask the gateway, and the others, are claimed apart": async (store) => {
    const kinds = ["check-result", "place-order", "query-after-return", "query-unknown-charge"] as const;
    const jobs = kinds.map((kind, index) => sampleJob(`w${index + 1}`, { kind }));
    await commit(store, { jobs });
    expect(jobIdsOf(await claimDueJobsAt(store, 0, { asksGateway: false, until: 1 }))).toEqual(["w2"]);
    const asking = jobIdsOf(await claimDueJobsAt(store, 0, { asksGateway: true, until: 1 }));
    expect(asking.sort()).toEqual(["w1", "w3", "w4"]);
    expect(await claimDueJobsAt(store, 2)).toHaveLength(4);
  },

  "the jobs that are due longest are claimed first, up to the limit": async (store) => {
    const jobs = [5, 1, 4, 2, 3].map((second) => sampleJob(`j${second}`, { dueAt: at(second) }));
    await commit(store, { jobs });
    expect(jobIdsOf(await claimDueJobsAt(store, 10, { limit: 2 }))).toEqual(["j1", "j2"]);
    expect(jobIdsOf(await claimDueJobsAt(store, 10, { limit: 9 }))).toEqual(["j3", "j4", "j5"]);
    expect(await claimDueJobsAt(store, 10)).toEqual([]);
  },

  "by its id, a job is claimed given up or not yet due, but not completed, leased or unknown": async (
    store,
  ) => {
    const later = sampleJob("later", { dueAt: at(999) });
    const givenUp = sampleJob("given-up", { status: "given-up" });
    await commit(store, { jobs: [givenUp, later, sampleJob("completed"), sampleJob("leased")] });
    await store.completeJob("completed", sampleJobOutcome);
    await claimJobAt(store, "leased", 0);
    const claimed = async (id: string) => (await claimJobAt(store, id, 1))?.job;
    expect(await claimed("given-up")).toEqual(givenUp);
    expect(await claimed("later")).toEqual(later);
    expect(await claimed("completed")).toBeUndefined();
    expect(await claimed("leased")).toBeUndefined();
    expect(await claimed("unknown")).toBeUndefined();
    expect(await claimed("given-up")).toBeUndefined();
  },

  "the check that an attempt begins with is gone when it is done": async (store) => {
    await commit(store, { jobs: [sampleJob("j1", { kind: "check-result" })] });
    expect(await store.completeJob("j1", sampleJobOutcome)).toBe(true);
    expect(await store.completeJob("j1", sampleJobOutcome)).toBe(false);
    expect((await loadWholePayment(store)).jobs).toEqual([]);
  },
};
