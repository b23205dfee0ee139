import { expect } from "vitest";
import { commit, type SingleStoreRuleSet } from "./rule-helpers.ts";
import { at, instantAt, sampleInboxEntry, sampleJob, sampleJobOutcome, sampleReviewItem } from "./samples.ts";

/** Rules for the counts and times that the health panel displays. */
export const healthPanelRules: SingleStoreRuleSet = {
  "overdue jobs and open review items are counted, with the oldest": async (store) => {
    const nothing = { count: 0, hasMore: false, oldestAt: undefined };
    expect(await store.readBacklogs({ dueBefore: instantAt(9) })).toEqual({
      overdueJobs: nothing,
      reviewItems: nothing,
      lastNotificationAt: undefined,
    });
    const job = (id: string, seconds: number) => sampleJob(id, { dueAt: at(seconds) });
    const item = (id: string, seconds: number) => sampleReviewItem(id, { createdAt: at(seconds) });
    await commit(store, {
      jobs: [job("j1", 5), job("j2", 3), job("j3", 6), job("j4", 1)],
      completedJobs: [{ id: "j4", outcome: sampleJobOutcome }],
      reviewItems: [item("i1", 8), item("i2", 7), item("i3", 1)],
      resolvedItems: [{ id: "i3", resolution: { at: at(9), note: "Done." } }],
    });
    const north = { tenant: "north", reference: "order-1" };
    await commit(store, {
      ...north,
      jobs: [{ ...job("j5", 2), ...north }],
      reviewItems: [{ ...item("i4", 9), ...north }],
    });
    expect(await store.readBacklogs({ dueBefore: instantAt(5) })).toMatchObject({
      overdueJobs: { count: 3, hasMore: false, oldestAt: at(2) },
      reviewItems: { count: 3, hasMore: false, oldestAt: at(7) },
    });
    expect(await store.readBacklogs({ dueBefore: instantAt(5), tenants: ["north"] })).toMatchObject({
      overdueJobs: { count: 1, oldestAt: at(2) },
      reviewItems: { count: 1, oldestAt: at(9) },
    });
    expect(await store.readBacklogs({ dueBefore: instantAt(5), tenants: [] })).toMatchObject({
      overdueJobs: nothing,
      reviewItems: nothing,
    });
  },

  "counting stops at 1000": async (store) => {
    const reviewItems = Array.from({ length: 1001 }, (_, index) =>
      sampleReviewItem(`i${index}`, { createdAt: at(index) }),
    );
    await commit(store, { reviewItems });
    const oldestAt = at(0);
    const { reviewItems: counted } = await store.readBacklogs({ dueBefore: instantAt(1) });
    expect(counted).toEqual({ count: 1000, hasMore: true, oldestAt });
  },

  "the time of the newest notification is known, pending or processed": async (store) => {
    const lastAt = async () => (await store.readBacklogs({ dueBefore: instantAt(1) })).lastNotificationAt;
    await store.receive(sampleInboxEntry("n1", { receivedAt: instantAt(5) }));
    await store.receive(sampleInboxEntry("n2", { receivedAt: instantAt(4) }));
    expect(await lastAt()).toBe(at(5));
    await commit(store, { processed: ["n1"] });
    expect(await lastAt()).toBe(at(5));
    await store.receive(sampleInboxEntry("n3", { receivedAt: instantAt(6) }));
    expect(await lastAt()).toBe(at(6));
  },

  "the latest time of each activity is stored": async (store) => {
    expect(await store.listActivities()).toEqual([]);
    await store.recordActivity({ name: "sweep", at: instantAt(5) });
    await store.recordActivity({ name: "refused-unsigned", at: instantAt(2) });
    await store.recordActivity({ name: "sweep", at: instantAt(4) });
    await store.recordActivity({ name: "refused-unsigned", at: instantAt(3) });
    const activities = [...(await store.listActivities())].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(activities).toEqual([
      { name: "refused-unsigned", at: instantAt(3) },
      { name: "sweep", at: instantAt(5) },
    ]);
  },
};
