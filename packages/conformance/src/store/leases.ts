import { expect } from "vitest";
import { claim, claimOne, put, type StoreRules, wholeBook, workIds } from "./bench.ts";
import { at, aWork } from "./samples.ts";

const done = { at: at(9).toISOString() };
const problem = { code: "shop_down", message: "Later." };

export const leaseRules: StoreRules = {
  "leased work is not claimed before its lease ends": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    expect(workIds(await claim(store, 0, { until: 300 }))).toEqual(["w1"]);
    expect(await claim(store, 299.999)).toEqual([]);
    expect(await claim(store, 299.999, { id: "w1" })).toEqual([]);
    expect(workIds(await claim(store, 300, { until: 400 }))).toEqual(["w1"]);
    expect(await claim(store, 399.999)).toEqual([]);
    expect(workIds(await claim(store, 400, { id: "w1" }))).toEqual(["w1"]);
  },

  "work that was born leased is not claimed before that lease ends": async ({ store }) => {
    await put(store, { work: [{ ...aWork("w1"), lease: { token: "born", until: at(300) } }] });
    expect(await claim(store, 299.999)).toEqual([]);
    expect(await claim(store, 299.999, { id: "w1" })).toEqual([]);
    expect(workIds(await claim(store, 300))).toEqual(["w1"]);
  },

  "work that was born leased is not said to be anything but work": async ({ store }) => {
    await put(store, { work: [{ ...aWork("w1"), lease: { token: "born", until: at(300) } }] });
    expect((await wholeBook(store)).work).toStrictEqual([aWork("w1")]);
  },

  "whoever it was born for may postpone it": async ({ store }) => {
    const lease = { token: "born", until: at(300) };
    await put(store, { work: [{ ...aWork("w1"), lease }] });
    await store.postpone({ work: aWork("w1"), lease }, { dueAt: at(20), problem });
    expect(workIds(await claim(store, 20))).toEqual(["w1"]);
  },

  "a renewed lease holds until its new end": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const leased = await claimOne(store, 0, { until: 30 });
    expect(await store.renew(leased, at(60))).toBe(true);
    expect(await store.renew(leased, at(90))).toBe(true);
    expect(await claim(store, 89.999)).toEqual([]);
    expect(await claim(store, 89.999, { id: "w1" })).toEqual([]);
    expect(workIds(await claim(store, 90))).toEqual(["w1"]);
  },

  "a lease that ended is renewed if nobody else has claimed the work": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const leased = await claimOne(store, 0, { until: 30 });
    expect(await store.renew(leased, at(100))).toBe(true);
    expect(await claim(store, 99)).toEqual([]);
  },

  "a lease that was lost, or whose work ended, is not renewed": async ({ store }) => {
    await put(store, { work: [aWork("w1"), aWork("w2"), aWork("w3")] });
    const [one, two, three] = await claim(store, 0, { until: 10, token: "old" });
    if (one === undefined || two === undefined || three === undefined)
      throw new Error("Not all were claimed.");
    await claim(store, 10, { id: one.work.id, until: 20, token: "current" });
    await store.finish(two.work.id, done);
    await store.postpone(three, { parked: problem });
    for (const leased of [one, two, three]) expect(await store.renew(leased, at(300))).toBe(false);
    expect(workIds(await claim(store, 20))).toEqual([one.work.id]);
    expect(workIds(await claim(store, 20, { id: three.work.id }))).toEqual([three.work.id]);
  },

  "postponed work is due later, with one try more and its problem": async ({ store }) => {
    await put(store, { work: [aWork("w1", { tries: 4 })] });
    const leased = await claimOne(store, 0);
    await store.postpone(leased, { dueAt: at(20), problem });
    const later = aWork("w1", { tries: 5, dueAt: at(20).toISOString(), problem });
    expect((await wholeBook(store)).work).toStrictEqual([later]);
    expect(await claim(store, 19)).toEqual([]);
    expect((await claim(store, 20)).map(({ work }) => work)).toStrictEqual([later]);
  },

  "work given to a person is parked, and free": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const leased = await claimOne(store, 0);
    await store.postpone(leased, { parked: problem });
    expect(await store.parked(10)).toStrictEqual([aWork("w1", { status: "parked", tries: 1, problem })]);
    expect(await claim(store, 3600)).toEqual([]);
    expect(workIds(await claim(store, 1, { id: "w1" }))).toEqual(["w1"]);
  },

  "parked work can be made due again": async ({ store }) => {
    await put(store, { work: [aWork("w1", { status: "parked", problem })] });
    const leased = await claimOne(store, 5, { id: "w1" });
    await store.postpone(leased, { dueAt: at(6), problem });
    expect(await store.parked(10)).toEqual([]);
    expect(workIds(await claim(store, 6))).toEqual(["w1"]);
  },

  "a lease that was lost postpones nothing": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const old = await claimOne(store, 0, { until: 10, token: "old" });
    const current = await claimOne(store, 10, { until: 300, token: "current" });
    const before = await wholeBook(store);
    await store.postpone(old, { parked: problem });
    await store.postpone(old, { dueAt: at(0), problem });
    expect(await wholeBook(store)).toEqual(before);
    expect(await claim(store, 299)).toEqual([]);
    await store.postpone(current, { dueAt: at(20), problem });
    expect((await wholeBook(store)).work[0]?.tries).toBe(1);
  },

  "a lease is used up when the work was given back": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const leased = await claimOne(store, 0);
    await store.postpone(leased, { dueAt: at(20), problem });
    await store.postpone(leased, { parked: problem });
    expect((await wholeBook(store)).work).toMatchObject([{ status: "due", tries: 1 }]);
  },

  "work that somebody has finished is neither finished nor postponed again": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const old = await claimOne(store, 0, { until: 10, token: "old" });
    await claim(store, 10, { token: "current" });
    const result = { placed: "order 1", ...done };
    expect(await store.finish("w1", result)).toBe(true);
    expect(await store.finish("w1", done)).toBe(false);
    await store.postpone(old, { parked: problem });
    expect((await wholeBook(store)).work).toEqual([aWork("w1", { status: "done", result })]);
    expect(await store.parked(10)).toEqual([]);
  },
};
