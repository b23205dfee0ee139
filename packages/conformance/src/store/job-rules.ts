import type { JobOutcome, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimJobAt,
  commit,
  jobIdsOf,
  loadWholePayment,
  pickConnection,
  runTogether,
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

  "a job is claimed from the instant at which it is due": async (store) => {
    await commit(store, { jobs: [sampleJob("j1", { dueAt: at(10) })] });
    expect(await claimDueJobsAt(store, 9.999)).toEqual([]);
    expect(jobIdsOf(await claimDueJobsAt(store, 10))).toEqual(["j1"]);
  },

  "a claim returns the job and the lease": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    const lease = { token: "mine", until: instantAt(300) };
    const leased = { job: sampleJob("j1"), lease };
    expect(await store.claimDueJobs({ now: instantAt(0), lease }, 1)).toEqual([leased]);
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

  "jobs that are given up or completed are not due": async (store) => {
    await commit(store, {
      jobs: [sampleJob("given-up", { status: "given-up" }), sampleJob("completed"), sampleJob("due")],
    });
    await store.completeJob("completed", sampleJobOutcome);
    expect(jobIdsOf(await claimDueJobsAt(store, 3600))).toEqual(["due"]);
  },

  "many claims at once never share a job": (store) => claimAtOnce([store]),

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

  "a job is completed once, and the first outcome remains": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    const outcome: JobOutcome = { kind: "placed", orderId: "order Ü-1", at: at(9) };
    expect(await store.completeJob("j1", outcome)).toBe(true);
    expect(await store.completeJob("j1", { ...outcome, orderId: "another" })).toBe(false);
    const completed = sampleJob("j1", { status: "completed", outcome });
    expect((await loadWholePayment(store)).jobs).toStrictEqual([completed]);
    expect(await store.completeJob("unknown", outcome)).toBe(false);
  },

  "the check that an attempt begins with is gone when it is done": async (store) => {
    await commit(store, { jobs: [sampleJob("j1", { kind: "check-result" })] });
    expect(await store.completeJob("j1", sampleJobOutcome)).toBe(true);
    expect(await store.completeJob("j1", sampleJobOutcome)).toBe(false);
    expect((await loadWholePayment(store)).jobs).toEqual([]);
  },

  "of many who complete a job at once, exactly one does": async (store) => {
    await commit(store, { jobs: [sampleJob("j1")] });
    const completed = await runTogether(20, () => store.completeJob("j1", sampleJobOutcome));
    expect(completed.filter(Boolean)).toHaveLength(1);
  },
};

/** Many claims over these connections to the same data never share a job, and leave none. */
export async function claimAtOnce(stores: readonly PaymentStore<never>[]): Promise<void> {
  const jobs = Array.from({ length: 40 }, (_, index) => sampleJob(`j${index}`));
  await commit(stores[0] as PaymentStore<never>, { jobs });
  const claims = await runTogether(15, (index) =>
    claimDueJobsAt(pickConnection(stores, index), 1, { limit: 4, token: `lease ${index}` }),
  );
  const claimed = claims.flatMap(jobIdsOf);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed).toHaveLength(40);
}
