import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimFreeJob,
  claimJobAt,
  claimOnlyJob,
  commit,
  idsOf,
  loadWholePayment,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import { at, instantAt, sampleAttempt, sampleJob, sampleJobOutcome, sampleReviewItem } from "./samples.ts";

const problem = { code: "no_stock", message: "Nothing left." };
const itemOfJob = sampleReviewItem("item-1", { jobId: "j1", problem });

/** Rules for review items, including the item of a job that is given up. */
export const reviewItemRules: SingleStoreRuleSet = {
  "a review item comes back exactly as it was committed": async (store) => {
    const item = sampleReviewItem("item-1", {
      kind: "refund-requested",
      cycle: 2,
      dedupeKey: "return Ü 1",
      problem: { code: "x", message: "Ü'😀" },
      noResult: { group: 7, count: 3 },
      requestedAmount: { minor: 500, currency: "JPY" },
    });
    await commit(store, { reviewItems: [item] });
    expect((await loadWholePayment(store)).reviewItems).toStrictEqual([item]);
    expect(await store.listReviewItems(10)).toStrictEqual([item]);
    expect(await store.findReviewItem("item-1")).toStrictEqual(item);
    expect(await store.findReviewItem("ITEM-1")).toBeUndefined();
  },

  "open items of all payments come oldest first, those without a result after all others": async (store) => {
    const item = (id: string, second: number, kind: "no-result" | "amount-mismatch") =>
      sampleReviewItem(id, { kind, createdAt: at(second) });
    const other = { tenant: "other", reference: "order-9" };
    await commit(store, {
      reviewItems: [
        item("a", 1, "no-result"),
        item("b", 3, "amount-mismatch"),
        item("d", 0, "amount-mismatch"),
      ],
      resolvedItems: [{ id: "d", resolution: { at: at(5), note: "Done." } }],
    });
    await commit(store, { ...other, reviewItems: [{ ...item("c", 2, "amount-mismatch"), ...other }] });
    expect(idsOf(await store.listReviewItems(10))).toEqual(["c", "b", "a"]);
    expect(idsOf(await store.listReviewItems(2))).toEqual(["c", "b"]);
    expect(idsOf(await store.listReviewItems(10, "no-result"))).toEqual(["a"]);
    expect(idsOf(await store.listReviewItems(1, "amount-mismatch"))).toEqual(["c"]);
    expect(await store.listReviewItems(10, "not-verified")).toEqual([]);
  },

  "a commit resolves items, also new ones; the first resolution remains": async (store) => {
    const resolution = (seconds: number) => ({ at: at(seconds), note: `at ${seconds}` });
    await commit(store, { reviewItems: [sampleReviewItem("i1"), sampleReviewItem("i2")] });
    await commit(store, { resolvedItems: [{ id: "i2", resolution: resolution(1) }] });
    await commit(store, {
      reviewItems: [sampleReviewItem("i3"), sampleReviewItem("i4")],
      resolvedItems: ["i1", "i2", "i3", "unknown"].map((id) => ({ id, resolution: resolution(9) })),
    });
    const { reviewItems } = await loadWholePayment(store);
    const byId = reviewItems.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId.map(({ id, status, resolution: how }) => [id, status, how])).toEqual([
      ["i1", "resolved", resolution(9)],
      ["i2", "resolved", resolution(1)],
      ["i3", "resolved", resolution(9)],
      ["i4", "open", undefined],
    ]);
    expect(idsOf(await store.listReviewItems(9))).toEqual(["i4"]);
  },

  "an item with a known id is not inserted again, open or resolved": async (store) => {
    await commit(store, { reviewItems: [sampleReviewItem("i1"), sampleReviewItem("i2")] });
    const resolution = { at: at(1), note: "Done." };
    await commit(store, { resolvedItems: [{ id: "i2", resolution }] });
    const again = { kind: "no-result", problem } as const;
    await commit(store, { reviewItems: [sampleReviewItem("i1", again), sampleReviewItem("i2", again)] });
    expect(await store.findReviewItem("i1")).toStrictEqual(sampleReviewItem("i1"));
    expect(await store.findReviewItem("i2")).toStrictEqual(
      sampleReviewItem("i2", { status: "resolved", resolution }),
    );
  },

  "a commit replaces the problem of an open item; a resolved item does not change": async (store) => {
    const resolution = { at: at(5), note: "Refunded." };
    const items = ["i1", "i2"].map((id) => sampleReviewItem(id, { problem }));
    await commit(store, { reviewItems: items, resolvedItems: [{ id: "i2", resolution }] });
    const other = { code: "not_verified", message: "1 of 2 verify." };
    const updatedItems = ["i1", "i2", "unknown"].map((id) => sampleReviewItem(id, { problem: other }));
    await commit(store, { updatedItems });
    expect(await store.findReviewItem("i1")).toStrictEqual(sampleReviewItem("i1", { problem: other }));
    expect((await store.findReviewItem("i2"))?.problem).toEqual(problem);
    expect(await store.findReviewItem("unknown")).toBeUndefined();
  },

  "a commit opens a resolved item again, with its new problem and its old age": async (store) => {
    const resolution = { at: at(5), note: "Refunded." };
    const resolved = sampleReviewItem("i1", { problem, jobId: "j1", cycle: 2 });
    await commit(store, { reviewItems: [resolved], resolvedItems: [{ id: "i1", resolution }] });
    const again = { problem: { code: "other", message: "Look again." }, cycle: 2 };
    const createdAt = at(9);
    const reopenedItems = ["i1", "i2"].map((id) => sampleReviewItem(id, { ...again, createdAt }));
    await commit(store, { reopenedItems });
    expect(await store.listReviewItems(9)).toStrictEqual([
      { ...reopenedItems[0], createdAt: resolved.createdAt },
      reopenedItems[1],
    ]);
  },

  "a job that is given up opens its item, which stays open while the job is claimed, by its id only, until it is completed":
    async (store) => {
      await commit(store, { jobs: [sampleJob("j1")] });
      const leased = await claimOnlyJob(store, 0);
      await store.giveUpJob(leased, { problem, reviewItem: itemOfJob });
      const { jobs, reviewItems } = await loadWholePayment(store);
      expect(jobs).toStrictEqual([sampleJob("j1", { status: "given-up", tries: 1, problem })]);
      expect(reviewItems).toStrictEqual([itemOfJob]);
      expect(await claimDueJobsAt(store, 3600)).toEqual([]);
      expect((await claimJobAt(store, "j1", 1))?.job.status).toBe("given-up");
      expect(idsOf(await store.listReviewItems(9))).toEqual(["item-1"]);
      expect(await store.completeJob("j1", sampleJobOutcome)).toBe(true);
      expect(await store.findReviewItem("item-1")).toMatchObject({
        status: "resolved",
        resolution: { at: sampleJobOutcome.at },
      });
      expect(await store.listReviewItems(9)).toEqual([]);
    },

  "the tenants of running subscriptions are listed once each, and those of closed ones are not": async (
    store,
  ) => {
    const attempts = [
      sampleAttempt({ attemptId: "N1", number: 1 }),
      sampleAttempt({ attemptId: "N2", number: 2, merchantTenant: "fr" }),
      sampleAttempt({ attemptId: "N3", number: 3, merchantTenant: "de" }),
      sampleAttempt({ attemptId: "N4", number: 4, merchantTenant: "fr" }),
      sampleAttempt({ attemptId: "N5", number: 5, merchantTenant: "es" }),
    ];
    const checks = ["N1", "N2", "N3", "N4"].map((attemptId) =>
      sampleJob(`check-${attemptId}`, { attemptId, kind: "check-cycle" }),
    );
    const jobs = [...checks, sampleJob("place-N5", { attemptId: "N5" })];
    await commit(store, { attempts, jobs });
    expect(await store.listSubscriptionTenants()).toEqual(["de", "default", "fr"]);
    await store.completeJob("check-N3", sampleJobOutcome);
    expect(await store.listSubscriptionTenants()).toEqual(["default", "fr"]);
  },

  "a commit completes jobs, also given-up ones with their items; the first outcome remains": async (
    store,
  ) => {
    await commit(store, { jobs: [sampleJob("j1"), sampleJob("j2"), sampleJob("j3")] });
    await store.giveUpJob(await claimFreeJob(store, "j1", 0), { problem, reviewItem: itemOfJob });
    await store.completeJob("j2", sampleJobOutcome);
    const outcome = { kind: "superseded", at: at(20), note: "Not needed." } as const;
    await commit(store, { completedJobs: ["j1", "j2", "unknown"].map((id) => ({ id, outcome })) });
    const { jobs } = await loadWholePayment(store);
    expect(new Map(jobs.map((job) => [job.id, job.outcome]))).toEqual(
      new Map([
        ["j1", outcome],
        ["j2", sampleJobOutcome],
        ["j3", undefined],
      ]),
    );
    expect((await store.findReviewItem("item-1"))?.resolution).toEqual({
      at: outcome.at,
      note: outcome.note,
    });
  },

  "a given-up job that is scheduled again resolves its item, which has the problem of the last time it was given up":
    async (store) => {
      await commit(store, { jobs: [sampleJob("j1")] });
      await store.giveUpJob(await claimOnlyJob(store, 0), { problem, reviewItem: itemOfJob });
      await store.retryJobLater(await claimFreeJob(store, "j1", 5), { dueAt: instantAt(6), problem });
      expect(await store.listReviewItems(9)).toEqual([]);
      for (const [seconds, isOpened] of [
        [6, true],
        [999, false],
      ] as const) {
        const given = { code: "other", message: `Given up at ${seconds}.` };
        const reviewItem = { ...itemOfJob, problem: given, createdAt: at(seconds) };
        const leased = await claimFreeJob(store, "j1", seconds);
        expect(await store.giveUpJob(leased, { problem: given, reviewItem })).toBe(isOpened);
        expect(await store.listReviewItems(9)).toStrictEqual([{ ...itemOfJob, problem: given }]);
      }
    },
};
