import type { Attempt, Payment, PaymentReadOptions, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import { attemptIdsOf, commit, idsOf, type SingleStoreRuleSet } from "./rule-helpers.ts";
import {
  at,
  instantAt,
  sampleAttempt,
  sampleInboxEntry,
  sampleJob,
  samplePaymentKey,
  sampleReviewItem,
} from "./samples.ts";

/** The attempts that a store loads for a payment with many attempts: the decisive ones, the named ones, and no others. */
export const attemptLoadingRules: SingleStoreRuleSet = {
  "several attempts are found at once, of whichever reference, and those that do not exist are left out":
    async (store) => {
      const other = { tenant: "other", reference: "order-9" };
      await commit(store, { ...other, attempts: [sampleNumberedAttempt(9, other)] });
      await commitAttempts(store, ["failed", "paid"]);
      const found = await store.findAttempts(["N9", "N8", "N2", "n1", "N2"]);
      expect(found.map(({ attemptId }) => attemptId).toSorted()).toEqual(["N2", "N9"]);
      expect(found.find(({ attemptId }) => attemptId === "N2")).toStrictEqual(await store.findAttempt("N2"));
      expect(await store.findAttempts([])).toEqual([]);
    },

  "an attempt is always read while it is paid, in review or approved, any other only on request": async (
    store,
  ) => {
    await commitAttempts(store, ["paid", "failed", "review", "created", "approved", "pending", "closed"]);
    expect(await readAttemptIds(store)).toEqual(["N1", "N3", "N5"]);
    const named = await readAttemptIds(store, { attemptIds: ["N7", "N2", "N9"] });
    expect(named).toEqual(["N1", "N2", "N3", "N5", "N7"]);
    await commit(store, { attempts: [sampleNumberedAttempt(5, { state: "failed" })] });
    expect(await readAttemptIds(store)).toEqual(["N1", "N3"]);
  },

  "an attempt of another reference is not read by its gateway order ID": async (store) => {
    const other = { tenant: "other", reference: "order-9" };
    await commit(store, {
      ...other,
      attempts: [sampleNumberedAttempt(1, other)],
      jobs: [sampleJob("j1", other)],
    });
    await commitAttempts(store, []);
    const payment = await store.load(samplePaymentKey, { attemptIds: ["N1"] });
    expect(payment).toMatchObject({ attempts: [], jobs: [] });
  },

  "an attempt is read while a notification of it is not processed": async (store) => {
    await commitAttempts(store, ["pending", "pending"]);
    await store.receive(sampleInboxEntry("n1", { attemptId: "N2" }));
    expect(await readAttemptIds(store)).toEqual(["N2"]);
    await commit(store, { processed: ["n1"] });
    expect(await readAttemptIds(store)).toEqual([]);
  },

  "the number of attempts is counted without reading them, and the start of one by its rank": async (
    store,
  ) => {
    await commitAttempts(store, []);
    expect(await store.load(samplePaymentKey, { rank: 1 })).toMatchObject({ attemptCount: 0 });
    const states = Array.from({ length: 12 }, () => "failed" as const);
    await commitAttempts(store, states);
    const rankedAt = async (rank: number) => (await store.load(samplePaymentKey, { rank })).rankedAt;
    expect(await rankedAt(1)).toBe(at(12));
    expect(await rankedAt(12)).toBe(at(1));
    expect(await rankedAt(13)).toBeUndefined();
    expect(await store.load(samplePaymentKey)).toMatchObject({ attemptCount: 12, attempts: [] });
  },

  "a status reads the newest attempts, the newest of each state, and those with an open review item": async (
    store,
  ) => {
    await commitAttempts(store, ["pending", "pending", "created", "closed", "failed", "failed", "failed"]);
    expect(await readAttemptIds(store, { newest: 2 })).toEqual(["N2", "N3", "N4", "N6", "N7"]);
    await commit(store, { reviewItems: [sampleReviewItem("i1", { kind: "not-verified" })] });
    expect(await readAttemptIds(store, { newest: 2 })).toEqual(["N1", "N2", "N3", "N4", "N6", "N7"]);
    expect(await readAttemptIds(store)).toEqual([]);
  },

  "a request to start reads the young attempts that may answer it": async (store) => {
    const response = { source: "response", at: at(0) } as const;
    const redirect = { ...response, outcome: "redirect", url: "https://p.test" } as const;
    const unknown = { ...response, outcome: "unknown", reason: "timeout" } as const;
    const mine = { fingerprint: "a".repeat(64) };
    const attempts = [
      sampleNumberedAttempt(1, { ...mine, state: "pending", facts: [redirect] }),
      sampleNumberedAttempt(2, { ...mine, state: "failed", facts: [redirect] }),
      sampleNumberedAttempt(3, { state: "pending", facts: [redirect] }),
      sampleNumberedAttempt(4, { ...mine, state: "pending", facts: [unknown] }),
      sampleNumberedAttempt(5, { variant: "card", state: "pending", facts: [unknown] }),
      sampleNumberedAttempt(6, { variant: "card", state: "pending", facts: [redirect] }),
      sampleNumberedAttempt(7, { variant: "card" }),
      sampleNumberedAttempt(8, mine),
      sampleNumberedAttempt(9),
    ];
    await commit(store, { attempts });
    const fingerprints = ["b".repeat(64), mine.fingerprint];
    const matching = (seconds: number) => ({ startMatch: { fingerprints, since: instantAt(seconds) } });
    expect(await readAttemptIds(store, matching(0))).toEqual(["N1", "N5", "N7", "N8"]);
    expect(await readAttemptIds(store, matching(5))).toEqual(["N7", "N8"]);
    expect(await readAttemptIds(store, matching(8))).toEqual([]);
  },

  "attempts without a result come from the newest group, newest attempt first, until they have a result":
    async (store) => {
      const attempts = [
        sampleNumberedAttempt(1, { noResultGroup: 7, state: "pending" }),
        sampleNumberedAttempt(2, { noResultGroup: 7 }),
        sampleNumberedAttempt(3, { noResultGroup: 3, state: "pending" }),
        sampleNumberedAttempt(4, { noResultGroup: 7, state: "failed" }),
        sampleNumberedAttempt(5),
      ];
      await commit(store, { attempts });
      expect(await readAttemptIds(store, { withoutResult: 1 })).toEqual(["N2"]);
      expect(await readAttemptIds(store, { withoutResult: 2 })).toEqual(["N1", "N2"]);
      expect(await readAttemptIds(store, { withoutResult: 9 })).toEqual(["N1", "N2", "N3"]);
      await commit(store, { attempts: [sampleNumberedAttempt(2, { noResultGroup: 7, state: "failed" })] });
      expect(await readAttemptIds(store, { withoutResult: 1 })).toEqual(["N1"]);
    },

  "jobs and resolved items are loaded for the loaded attempts, open items for every attempt": async (
    store,
  ) => {
    await commitAttempts(store, ["paid", "pending", "pending"]);
    const attempts = [1, 2, 3].map((number) => `N${number}`);
    const resolution = { at: at(9), note: "Done." };
    await commit(store, {
      jobs: attempts.flatMap((attemptId) => [
        sampleJob(`${attemptId}/due`, { attemptId }),
        sampleJob(`${attemptId}/completed`, { attemptId, status: "completed" }),
      ]),
      reviewItems: attempts.flatMap((attemptId) => [
        sampleReviewItem(`${attemptId}/open`, { attemptId }),
        sampleReviewItem(`${attemptId}/resolved`, { attemptId }),
      ]),
      resolvedItems: attempts.map((attemptId) => ({ id: `${attemptId}/resolved`, resolution })),
    });
    const loaded = async (read: PaymentReadOptions) => {
      const { jobs, reviewItems } = await store.load(samplePaymentKey, read);
      return [idsOf(jobs).toSorted(), idsOf(reviewItems).toSorted()];
    };
    expect(await loaded({})).toEqual([
      ["N1/completed", "N1/due"],
      ["N1/open", "N1/resolved", "N2/open", "N3/open"],
    ]);
    expect(await loaded({ attemptIds: ["N3"] })).toEqual([
      ["N1/completed", "N1/due", "N3/completed", "N3/due"],
      ["N1/open", "N1/resolved", "N2/open", "N3/open", "N3/resolved"],
    ]);
  },
};

function sampleNumberedAttempt(number: number, parts: Partial<Attempt> = {}): Attempt {
  return sampleAttempt({ attemptId: `N${number}`, number, createdAt: at(number), ...parts });
}

async function commitAttempts(
  store: PaymentStore<never>,
  states: readonly Attempt["state"][],
): Promise<void> {
  await commit(store, {
    attempts: states.map((state, index) => sampleNumberedAttempt(index + 1, { state })),
  });
}

async function readAttemptIds(store: PaymentStore<never>, read: PaymentReadOptions = {}): Promise<string[]> {
  const payment: Payment = await store.load(samplePaymentKey, read);
  return attemptIdsOf(payment);
}
