import type { Book, BookRead, LedgerStore, Payment, Work } from "@pay-index/core";
import { expect } from "vitest";
import { ids, orderNumbers, put, type StoreRules, theBook } from "./bench.ts";
import { anEntry, aPayment, at, aWork } from "./samples.ts";

/** What a store reads of a reference with many attempts: the attempts that decide, those that are asked for, and no others. */
export const attemptRules: StoreRules = {
  "several attempts are found at once, of whichever reference, and those that do not exist are left out":
    async ({ store }) => {
      const other = { tenant: "other", reference: "order-9" };
      await put(store, { ...other, payments: [attempt(9, other)] });
      await putAttempts(store, ["failed", "paid"]);
      const found = await store.findAll(["N9", "N8", "N2", "n1", "N2"]);
      expect(found.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(["N2", "N9"]);
      expect(found.find(({ orderNumber }) => orderNumber === "N2")).toStrictEqual(await store.find("N2"));
      expect(await store.findAll([])).toEqual([]);
    },

  "an attempt that is paid, in review or approved is always read, any other only on request": async ({
    store,
  }) => {
    await putAttempts(store, ["paid", "failed", "review", "created", "approved", "pending", "closed"]);
    expect(await numbersOf(store)).toEqual(["N1", "N3", "N5"]);
    expect(await numbersOf(store, { orderNumbers: ["N7", "N2", "N9"] })).toEqual([
      "N1",
      "N2",
      "N3",
      "N5",
      "N7",
    ]);
  },

  "an attempt stops being read when it no longer decides": async ({ store }) => {
    await putAttempts(store, ["approved", "failed"]);
    expect(await numbersOf(store)).toEqual(["N1"]);
    await put(store, { payments: [attempt(1, { state: "failed" })] });
    expect(await numbersOf(store)).toEqual([]);
  },

  "an attempt of another reference is not read by its order number": async ({ store }) => {
    const other = { tenant: "other", reference: "order-9" };
    await put(store, { ...other, payments: [attempt(1, other)], work: [aWork("N1/paid", other)] });
    await putAttempts(store, []);
    const book = await store.book(theBook, { orderNumbers: ["N1"] });
    expect(book).toMatchObject({ payments: [], work: [] });
  },

  "an attempt is read while a notification of it is not processed": async ({ store }) => {
    await putAttempts(store, ["pending", "pending"]);
    await store.receive(anEntry("n1", { orderNumber: "N2" }));
    expect(await numbersOf(store)).toEqual(["N2"]);
    await put(store, { settled: ["n1"] });
    expect(await numbersOf(store)).toEqual([]);
  },

  "the number of attempts is counted without reading them, and the start of one by its rank": async ({
    store,
  }) => {
    await putAttempts(store, []);
    expect(await store.book(theBook, { rank: 1 })).toMatchObject({ attemptCount: 0 });
    await putAttempts(
      store,
      Array.from({ length: 12 }, () => "failed"),
    );
    const rankedAt = async (rank: number) => (await store.book(theBook, { rank })).rankedAt;
    expect(await rankedAt(1)).toBe(at(12).toISOString());
    expect(await rankedAt(12)).toBe(at(1).toISOString());
    expect(await rankedAt(13)).toBeUndefined();
    expect(await store.book(theBook)).toMatchObject({ attemptCount: 12, payments: [] });
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
    await putAttempts(store, states);
    expect(await numbersOf(store, { newest: 2 })).toEqual(["N2", "N3", "N4", "N7", "N8"]);
    await put(store, { work: [aWork("N1/not-verified", { status: "parked", kind: "not-verified" })] });
    expect(await numbersOf(store, { newest: 2 })).toEqual(["N1", "N2", "N3", "N4", "N7", "N8"]);
    expect(await numbersOf(store)).toEqual([]);
  },

  "a request to start reads the young attempts that may answer it": async ({ store }) => {
    const redirect = {
      source: "response",
      at: at(0).toISOString(),
      outcome: "redirect",
      url: "https://p.test",
    } as const;
    const unknown = {
      source: "response",
      at: at(0).toISOString(),
      outcome: "unknown",
      reason: "timeout",
    } as const;
    const mine = { fingerprint: "a".repeat(64) };
    const payments = [
      attempt(1, { ...mine, state: "pending", facts: [redirect] }),
      attempt(2, { ...mine, state: "failed", facts: [redirect] }),
      attempt(3, { state: "pending", facts: [redirect] }),
      attempt(4, { ...mine, state: "pending", facts: [unknown] }),
      attempt(5, { variant: "card", state: "pending", facts: [unknown] }),
      attempt(6, { variant: "card", state: "pending", facts: [redirect] }),
      attempt(7, { variant: "card" }),
      attempt(8, mine),
      attempt(9),
    ];
    await put(store, { payments });
    const fingerprints = ["b".repeat(64), mine.fingerprint];
    const answering = (seconds: number) => ({ answering: { fingerprints, since: at(seconds) } });
    expect(await numbersOf(store, answering(0))).toEqual(["N1", "N5", "N7", "N8"]);
    expect(await numbersOf(store, answering(5))).toEqual(["N7", "N8"]);
    expect(await numbersOf(store, answering(8))).toEqual([]);
  },

  "unanswered attempts come from the newest group, newest attempt first, until they have a result": async ({
    store,
  }) => {
    const payments = [
      attempt(1, { unansweredGroup: 7, state: "pending" }),
      attempt(2, { unansweredGroup: 7 }),
      attempt(3, { unansweredGroup: 3, state: "pending" }),
      attempt(4, { unansweredGroup: 7, state: "failed" }),
      attempt(5),
    ];
    await put(store, { payments });
    expect(await numbersOf(store, { unanswered: 1 })).toEqual(["N2"]);
    expect(await numbersOf(store, { unanswered: 2 })).toEqual(["N1", "N2"]);
    expect(await numbersOf(store, { unanswered: 9 })).toEqual(["N1", "N2", "N3"]);
    await put(store, { payments: [attempt(2, { unansweredGroup: 7, state: "failed" })] });
    expect(await numbersOf(store, { unanswered: 1 })).toEqual(["N1"]);
  },

  "work is read of the attempts that are read, and parked work of every attempt": async ({ store }) => {
    await putAttempts(store, ["paid", "pending", "pending"]);
    const of = (number: number, status: Work["status"]) =>
      aWork(`N${number}/${status}`, { orderNumber: `N${number}`, status });
    await put(store, {
      work: [1, 2, 3].flatMap((number) => [of(number, "due"), of(number, "parked"), of(number, "done")]),
    });
    const workOf = async (read: BookRead) => ids((await store.book(theBook, read)).work).sort();
    const parked = ["N1/parked", "N2/parked", "N3/parked"];
    expect(await workOf({})).toEqual(["N1/done", "N1/due", ...parked]);
    expect(await workOf({ orderNumbers: ["N3"] })).toEqual([
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

function attempt(number: number, parts: Partial<Payment> = {}): Payment {
  return aPayment({
    orderNumber: `N${number}`,
    attempt: number,
    createdAt: at(number).toISOString(),
    ...parts,
  });
}

async function putAttempts(store: LedgerStore<never>, states: readonly Payment["state"][]): Promise<void> {
  await put(store, { payments: states.map((state, index) => attempt(index + 1, { state })) });
}

async function numbersOf(store: LedgerStore<never>, read: BookRead = {}): Promise<string[]> {
  const book: Book = await store.book(theBook, read);
  return orderNumbers(book);
}
