import { expect } from "vitest";
import {
  claimJobsDueAt,
  claimOnlyJob,
  commitOnCurrentVersion,
  jobIdsOf,
  loadWholePayment,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import { instantAt, sampleJob } from "./samples.ts";

const done = { at: instantAt(9).toISOString() };
const problem = { code: "shop_down", message: "Later." };

export const leaseRules: SingleStoreRuleSet = {
  "leased work is not claimed before its lease ends": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    expect(jobIdsOf(await claimJobsDueAt(store, 0, { until: 300 }))).toEqual(["w1"]);
    expect(await claimJobsDueAt(store, 299.999)).toEqual([]);
    expect(await claimJobsDueAt(store, 299.999, { id: "w1" })).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 300, { until: 400 }))).toEqual(["w1"]);
    expect(await claimJobsDueAt(store, 399.999)).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 400, { id: "w1" }))).toEqual(["w1"]);
  },

  "work that was born leased is not claimed before that lease ends": async ({ store }) => {
    await commitOnCurrentVersion(store, {
      work: [{ ...sampleJob("w1"), lease: { token: "born", until: instantAt(300) } }],
    });
    expect(await claimJobsDueAt(store, 299.999)).toEqual([]);
    expect(await claimJobsDueAt(store, 299.999, { id: "w1" })).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 300))).toEqual(["w1"]);
  },

  "work that was born leased is not said to be anything but work": async ({ store }) => {
    await commitOnCurrentVersion(store, {
      work: [{ ...sampleJob("w1"), lease: { token: "born", until: instantAt(300) } }],
    });
    expect((await loadWholePayment(store)).work).toStrictEqual([sampleJob("w1")]);
  },

  "whoever it was born for may postpone it": async ({ store }) => {
    const lease = { token: "born", until: instantAt(300) };
    await commitOnCurrentVersion(store, { work: [{ ...sampleJob("w1"), lease }] });
    await store.postpone({ work: sampleJob("w1"), lease }, { dueAt: instantAt(20), problem });
    expect(jobIdsOf(await claimJobsDueAt(store, 20))).toEqual(["w1"]);
  },

  "a renewed lease holds until its new end": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const leased = await claimOnlyJob(store, 0, { until: 30 });
    expect(await store.renew(leased, instantAt(60))).toBe(true);
    expect(await store.renew(leased, instantAt(90))).toBe(true);
    expect(await claimJobsDueAt(store, 89.999)).toEqual([]);
    expect(await claimJobsDueAt(store, 89.999, { id: "w1" })).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 90))).toEqual(["w1"]);
  },

  "a lease that ended is renewed if nobody else has claimed the work": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const leased = await claimOnlyJob(store, 0, { until: 30 });
    expect(await store.renew(leased, instantAt(100))).toBe(true);
    expect(await claimJobsDueAt(store, 99)).toEqual([]);
  },

  "a lease that was lost, or whose work ended, is not renewed": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1"), sampleJob("w2"), sampleJob("w3")] });
    const [one, two, three] = await claimJobsDueAt(store, 0, { until: 10, token: "old" });
    if (one === undefined || two === undefined || three === undefined)
      throw new Error("Not all were claimed.");
    await claimJobsDueAt(store, 10, { id: one.work.id, until: 20, token: "current" });
    await store.finish(two.work.id, done);
    await store.postpone(three, { parked: problem });
    for (const leased of [one, two, three]) expect(await store.renew(leased, instantAt(300))).toBe(false);
    expect(jobIdsOf(await claimJobsDueAt(store, 20))).toEqual([one.work.id]);
    expect(jobIdsOf(await claimJobsDueAt(store, 20, { id: three.work.id }))).toEqual([three.work.id]);
  },

  "postponed work is due later, with one try more and its problem": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1", { tries: 4 })] });
    const leased = await claimOnlyJob(store, 0);
    await store.postpone(leased, { dueAt: instantAt(20), problem });
    const later = sampleJob("w1", { tries: 5, dueAt: instantAt(20).toISOString(), problem });
    expect((await loadWholePayment(store)).work).toStrictEqual([later]);
    expect(await claimJobsDueAt(store, 19)).toEqual([]);
    expect((await claimJobsDueAt(store, 20)).map(({ work }) => work)).toStrictEqual([later]);
  },

  "work given to a person is parked, and free": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const leased = await claimOnlyJob(store, 0);
    await store.postpone(leased, { parked: problem });
    expect(await store.parked(10)).toStrictEqual([sampleJob("w1", { status: "parked", tries: 1, problem })]);
    expect(await claimJobsDueAt(store, 3600)).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 1, { id: "w1" }))).toEqual(["w1"]);
  },

  "parked work can be made due again": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1", { status: "parked", problem })] });
    const leased = await claimOnlyJob(store, 5, { id: "w1" });
    await store.postpone(leased, { dueAt: instantAt(6), problem });
    expect(await store.parked(10)).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 6))).toEqual(["w1"]);
  },

  "a lease that was lost postpones nothing": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const old = await claimOnlyJob(store, 0, { until: 10, token: "old" });
    const current = await claimOnlyJob(store, 10, { until: 300, token: "current" });
    const before = await loadWholePayment(store);
    await store.postpone(old, { parked: problem });
    await store.postpone(old, { dueAt: instantAt(0), problem });
    expect(await loadWholePayment(store)).toEqual(before);
    expect(await claimJobsDueAt(store, 299)).toEqual([]);
    await store.postpone(current, { dueAt: instantAt(20), problem });
    expect((await loadWholePayment(store)).work[0]?.tries).toBe(1);
  },

  "a lease is used up when the work was given back": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const leased = await claimOnlyJob(store, 0);
    await store.postpone(leased, { dueAt: instantAt(20), problem });
    await store.postpone(leased, { parked: problem });
    expect((await loadWholePayment(store)).work).toMatchObject([{ status: "due", tries: 1 }]);
  },

  "work that somebody has finished is neither finished nor postponed again": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const old = await claimOnlyJob(store, 0, { until: 10, token: "old" });
    await claimJobsDueAt(store, 10, { token: "current" });
    const result = { placed: "order 1", ...done };
    expect(await store.finish("w1", result)).toBe(true);
    expect(await store.finish("w1", done)).toBe(false);
    await store.postpone(old, { parked: problem });
    expect((await loadWholePayment(store)).work).toEqual([sampleJob("w1", { status: "done", result })]);
    expect(await store.parked(10)).toEqual([]);
  },
};
