import type { Attempt, Job, Payment, PaymentRead, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  attemptIdsOf,
  commitOnCurrentVersion,
  idsOf,
  type SingleStoreRuleSet,
  samplePaymentKey,
} from "./rule-helpers.ts";
import { instantAt, sampleAttempt, sampleInboxEntry, sampleJob } from "./samples.ts";

/** What a store reads of a reference with many attempts: the attempts that decide, those that are asked for, and no others. */
export const attemptRules: SingleStoreRuleSet = {
  "several attempts are found at once, of whichever reference, and those that do not exist are left out":
    async ({ store }) => {
      const other = { tenant: "other", reference: "order-9" };
      await commitOnCurrentVersion(store, { ...other, attempts: [sampleNumberedAttempt(9, other)] });
      await commitAttempts(store, ["failed", "paid"]);
      const found = await store.findAll(["N9", "N8", "N2", "n1", "N2"]);
      expect(found.map(({ attemptId }) => attemptId).toSorted()).toEqual(["N2", "N9"]);
      expect(found.find(({ attemptId }) => attemptId === "N2")).toStrictEqual(await store.find("N2"));
      expect(await store.findAll([])).toEqual([]);
    },

  "an attempt that is paid, in review or approved is always read, any other only on request": async ({
    store,
  }) => {
    await commitAttempts(store, ["paid", "failed", "review", "created", "approved", "pending", "closed"]);
    expect(await readAttemptIds(store)).toEqual(["N1", "N3", "N5"]);
    expect(await readAttemptIds(store, { attemptIds: ["N7", "N2", "N9"] })).toEqual([
      "N1",
      "N2",
      "N3",
      "N5",
      "N7",
    ]);
  },

  "an attempt stops being read when it no longer decides": async ({ store }) => {
    await commitAttempts(store, ["approved", "failed"]);
    expect(await readAttemptIds(store)).toEqual(["N1"]);
    await commitOnCurrentVersion(store, { attempts: [sampleNumberedAttempt(1, { state: "failed" })] });
    expect(await readAttemptIds(store)).toEqual([]);
  },

  "an attempt of another reference is not read by its gateway order ID": async ({ store }) => {
    const other = { tenant: "other", reference: "order-9" };
    await commitOnCurrentVersion(store, {
      ...other,
      attempts: [sampleNumberedAttempt(1, other)],
      work: [sampleJob("N1/paid", other)],
    });
    await commitAttempts(store, []);
    const payment = await store.book(samplePaymentKey, { attemptIds: ["N1"] });
    expect(payment).toMatchObject({ payments: [], work: [] });
  },

  "an attempt is read while a notification of it is not processed": async ({ store }) => {
    await commitAttempts(store, ["pending", "pending"]);
    await store.receive(sampleInboxEntry("n1", { attemptId: "N2" }));
    expect(await readAttemptIds(store)).toEqual(["N2"]);
    await commitOnCurrentVersion(store, { settled: ["n1"] });
    expect(await readAttemptIds(store)).toEqual([]);
  },

  "the number of attempts is counted without reading them, and the start of one by its rank": async ({
    store,
  }) => {
    await commitAttempts(store, []);
    expect(await store.book(samplePaymentKey, { rank: 1 })).toMatchObject({ attemptCount: 0 });
    await commitAttempts(
      store,
      Array.from({ length: 12 }, () => "failed"),
    );
    const rankedAt = async (rank: number) => (await store.book(samplePaymentKey, { rank })).rankedAt;
    expect(await rankedAt(1)).toBe(instantAt(12).toISOString());
    expect(await rankedAt(12)).toBe(instantAt(1).toISOString());
    expect(await rankedAt(13)).toBeUndefined();
    expect(await store.book(samplePaymentKey)).toMatchObject({ attemptCount: 12, payments: [] });
  },

  "a status reads the newest attempts, the newest of each state, and those with parked work": async ({
    store,
  }) => {
    const states = [
      "pending",
      "pending",
      "created",
      "closed",
      "failed",
      "failed",
      "failed",
      "failed",
    ] as const;
    await commitAttempts(store, states);
    expect(await readAttemptIds(store, { newest: 2 })).toEqual(["N2", "N3", "N4", "N7", "N8"]);
    await commitOnCurrentVersion(store, {
      work: [sampleJob("N1/not-verified", { status: "parked", kind: "not-verified" })],
    });
    expect(await readAttemptIds(store, { newest: 2 })).toEqual(["N1", "N2", "N3", "N4", "N7", "N8"]);
    expect(await readAttemptIds(store)).toEqual([]);
  },

  "a request to start reads the young attempts that may answer it": async ({ store }) => {
    const redirect = {
      source: "response",
      at: instantAt(0).toISOString(),
      outcome: "redirect",
      url: "https://p.test",
    } as const;
    const unknown = {
      source: "response",
      at: instantAt(0).toISOString(),
      outcome: "unknown",
      reason: "timeout",
    } as const;
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
    await commitOnCurrentVersion(store, { attempts });
    const fingerprints = ["b".repeat(64), mine.fingerprint];
    const answering = (seconds: number) => ({ answering: { fingerprints, since: instantAt(seconds) } });
    expect(await readAttemptIds(store, answering(0))).toEqual(["N1", "N5", "N7", "N8"]);
    expect(await readAttemptIds(store, answering(5))).toEqual(["N7", "N8"]);
    expect(await readAttemptIds(store, answering(8))).toEqual([]);
  },

  "unanswered attempts come from the newest group, newest attempt first, until they have a result": async ({
    store,
  }) => {
    const attempts = [
      sampleNumberedAttempt(1, { unansweredGroup: 7, state: "pending" }),
      sampleNumberedAttempt(2, { unansweredGroup: 7 }),
      sampleNumberedAttempt(3, { unansweredGroup: 3, state: "pending" }),
      sampleNumberedAttempt(4, { unansweredGroup: 7, state: "failed" }),
      sampleNumberedAttempt(5),
    ];
    await commitOnCurrentVersion(store, { attempts });
    expect(await readAttemptIds(store, { unanswered: 1 })).toEqual(["N2"]);
    expect(await readAttemptIds(store, { unanswered: 2 })).toEqual(["N1", "N2"]);
    expect(await readAttemptIds(store, { unanswered: 9 })).toEqual(["N1", "N2", "N3"]);
    await commitOnCurrentVersion(store, {
      attempts: [sampleNumberedAttempt(2, { unansweredGroup: 7, state: "failed" })],
    });
    expect(await readAttemptIds(store, { unanswered: 1 })).toEqual(["N1"]);
  },

  "work is read of the attempts that are read, and parked work of every attempt": async ({ store }) => {
    await commitAttempts(store, ["paid", "pending", "pending"]);
    const of = (number: number, status: Job["status"]) =>
      sampleJob(`N${number}/${status}`, { attemptId: `N${number}`, status });
    await commitOnCurrentVersion(store, {
      work: [1, 2, 3].flatMap((number) => [of(number, "due"), of(number, "parked"), of(number, "done")]),
    });
    const workOf = async (read: PaymentRead) => idsOf((await store.book(samplePaymentKey, read)).work).sort();
    const parked = ["N1/parked", "N2/parked", "N3/parked"];
    expect(await workOf({})).toEqual(["N1/done", "N1/due", ...parked]);
    expect(await workOf({ attemptIds: ["N3"] })).toEqual([
      "N1/done",
      "N1/due",
      "N1/parked",
      "N2/parked",
      "N3/done",
      "N3/due",
      "N3/parked",
    ]);
  },
};

function sampleNumberedAttempt(number: number, parts: Partial<Attempt> = {}): Attempt {
  return sampleAttempt({
    attemptId: `N${number}`,
    number: number,
    createdAt: instantAt(number).toISOString(),
    ...parts,
  });
}

async function commitAttempts(
  store: PaymentStore<never>,
  states: readonly Attempt["state"][],
): Promise<void> {
  await commitOnCurrentVersion(store, {
    attempts: states.map((state, index) => sampleNumberedAttempt(index + 1, { state })),
  });
}

async function readAttemptIds(store: PaymentStore<never>, read: PaymentRead = {}): Promise<string[]> {
  const payment: Payment = await store.book(samplePaymentKey, read);
  return attemptIdsOf(payment);
}
