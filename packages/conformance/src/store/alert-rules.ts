import type { AlertState, PaymentStore, ReviewAlertKind } from "@pay-index/core/store";
import { expect } from "vitest";
import { claimOnlyJob, commit, type SingleStoreRuleSet } from "./rule-helpers.ts";
import {
  at,
  instantAt,
  sampleAttempt,
  sampleJob,
  sampleNotificationFact,
  sampleReviewItem,
} from "./samples.ts";

type Store = PaymentStore<never>;

const leaseUntil = (seconds: number, token = "lease") => ({ token, until: instantAt(seconds) });

export async function claimAlertsAt(
  store: Store,
  seconds = 0,
  token = "lease",
): Promise<AlertState | undefined> {
  return store.claimAlerts({ now: instantAt(seconds), lease: leaseUntil(seconds + 30, token) });
}

function collect(
  store: Store,
  kind: ReviewAlertKind,
  { until = 99, limit = 10, token = "lease", id = "alert" } = {},
) {
  const collection = { kind, until: instantAt(until), limit, id, now: instantAt(until) };
  return store.collectAlertItems(leaseUntil(30, token), collection);
}

const open = (id: string, seconds: number) => sampleReviewItem(id, { createdAt: at(seconds) });
const resolve = (id: string, seconds: number) => ({ id, resolution: { at: at(seconds), note: "Done." } });

/** Rules for alerts: which items wait for one, and the lease of the process that sends them. */
export const alertRules: SingleStoreRuleSet = {
  "an item waits for the alerts about its opening, its age and its end, one after the other": async (
    store,
  ) => {
    await commit(store, { reviewItems: [open("i1", 1), open("i2", 2)] });
    expect((await store.readAlerts()).waiting).toEqual({ "review-item-opened": at(1) });
    await claimAlertsAt(store);
    expect(await collect(store, "review-item-opened", { until: 1 })).toMatchObject({ items: 1 });
    expect((await store.readAlerts()).waiting).toEqual({
      "review-item-opened": at(2),
      "review-item-overdue": at(1),
    });
    await commit(store, { resolvedItems: [resolve("i1", 3), resolve("i2", 3)] });
    expect((await store.readAlerts()).waiting).toEqual({ "review-item-resolved": at(3) });
    const collected = await collect(store, "review-item-resolved");
    expect(collected?.state.unsent).toMatchObject([
      { alert: { kind: "review-item-opened", count: 1, items: [{ id: "i1" }] } },
      { alert: { kind: "review-item-resolved", count: 1, items: [{ id: "i1" }] } },
    ]);
    expect((await store.readAlerts()).waiting).toEqual({});
    await commit(store, { reviewItems: [open("i3", 4)] });
    for (const kind of ["review-item-opened", "review-item-overdue"] as const) await collect(store, kind);
    expect((await store.readAlerts()).waiting).toEqual({});
    await commit(store, { resolvedItems: [resolve("i3", 5)] });
    expect((await store.readAlerts()).waiting).toEqual({ "review-item-resolved": at(5) });
  },

  "an item that opens again waits from then on, and one that is still open keeps its alert": async (
    store,
  ) => {
    await commit(store, { jobs: [sampleJob("j1")], reviewItems: [open("i1", 1)] });
    await claimAlertsAt(store);
    await collect(store, "review-item-opened");
    await commit(store, { reopenedItems: [open("i1", 5)] });
    expect((await store.readAlerts()).waiting).toEqual({ "review-item-overdue": at(1) });
    await commit(store, { resolvedItems: [resolve("i1", 6)] });
    await store.giveUpJob(await claimOnlyJob(store, 0), {
      problem: { code: "no_stock", message: "Nothing left." },
      reviewItem: open("i1", 7),
    });
    expect((await store.readAlerts()).waiting).toEqual({ "review-item-opened": at(7) });
  },

  "one call collects no more items than its limit, the longest waiting first, and adds to the count": async (
    store,
  ) => {
    await commit(store, { reviewItems: [open("i3", 3), open("i1", 1), open("i2", 2)] });
    await claimAlertsAt(store);
    expect(await collect(store, "review-item-opened", { limit: 2, id: "first" })).toMatchObject({ items: 2 });
    const { state } = (await collect(store, "review-item-opened", { id: "second" })) ?? {};
    expect(state?.unsent).toMatchObject([
      {
        alert: { id: "second", count: 3, since: at(1), items: [{ id: "i1" }, { id: "i2" }, { id: "i3" }] },
        tries: 0,
      },
    ]);
    expect((await store.readAlerts()).state).toEqual(state);
    expect(await collect(store, "review-item-opened")).toEqual({ state, items: 0 });
  },

  "the newest bad sign of all attempts is read, until a notification disproves it": async (store) => {
    expect((await store.readAlerts()).badSignAt).toBeUndefined();
    const success = (seconds: number) => [{ at: at(seconds), result: "succeeded" as const }];
    const [older, newer] = [sampleAttempt(), sampleAttempt({ attemptId: "N2", number: 2 })];
    const attempts = [
      { ...older, returnHints: success(1) },
      { ...newer, returnHints: success(2) },
    ];
    await commit(store, { attempts });
    expect((await store.readAlerts()).badSignAt).toBe(at(2));
    const facts = [sampleNotificationFact("T1")];
    await commit(store, { attempts: [{ ...newer, returnHints: success(2), facts }] });
    expect((await store.readAlerts()).badSignAt).toBe(at(1));
  },

  "one process at a time has the lease, and a lost lease changes nothing": async (store) => {
    await commit(store, { reviewItems: [open("i1", 1)] });
    const empty = await claimAlertsAt(store, 0, "first");
    expect(empty).toEqual(noProblems);
    expect(await claimAlertsAt(store, 29, "second")).toBeUndefined();
    const merchants: AlertState["merchants"] = [
      { tenant: "north", merchantId: "1", problems: ["no-answers"] },
    ];
    const changed: AlertState = { ...noProblems, merchants, digestDay: "2026-01-31" };
    expect(await store.saveAlerts(leaseUntil(30, "first"), changed)).toBe(true);
    expect(await claimAlertsAt(store, 30, "second")).toEqual(changed);
    expect(await store.saveAlerts(leaseUntil(90, "first"), noProblems)).toBe(false);
    expect(await collect(store, "review-item-opened", { token: "first" })).toBeUndefined();
    expect(await store.readAlerts()).toEqual({ state: changed, waiting: { "review-item-opened": at(1) } });
  },
};

const noProblems: AlertState = { version: 1, unsent: [], merchants: [] };
