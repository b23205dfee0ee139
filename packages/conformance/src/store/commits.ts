import { expect } from "vitest";
import { change, claim, ids, orderNumbers, put, type StoreRules, together, wholeBook } from "./bench.ts";
import { aCycle, anEntry, aPayment, at, aWork } from "./samples.ts";

export const commitRules: StoreRules = {
  "each commit makes the version one higher": async ({ store }) => {
    expect(await store.commit(change(0, { payments: [aPayment()] }))).toBe("committed");
    expect((await wholeBook(store)).version).toBe(1);
    expect(await store.commit(change(1))).toBe("committed");
    expect((await wholeBook(store)).version).toBe(2);
  },

  "of two commits on one version the second is stale, and nothing of it has happened": async ({ store }) => {
    await store.receive(anEntry("n1"));
    await store.commit(change(0, { payments: [aPayment()] }));
    await store.commit(change(1, { payments: [aPayment({ state: "pending" })] }));
    const before = await wholeBook(store, { cycles: [{ orderNumber: "N1", number: 2 }] });
    const late = change(1, {
      payments: [aPayment({ state: "failed" }), aPayment({ orderNumber: "N2", attempt: 2 })],
      cycles: [aCycle(2)],
      settled: ["n1"],
      work: [aWork("w1")],
    });
    expect(await store.commit(late)).toBe("stale");
    expect(await wholeBook(store, { cycles: [{ orderNumber: "N1", number: 2 }] })).toEqual(before);
    expect(await store.find("N2")).toBeUndefined();
    expect(await store.receive(anEntry("n1"))).toBe("open");
    expect(await claim(store, 0)).toEqual([]);
  },

  "a first commit that comes second is stale, and nothing of it has happened": async ({ store }) => {
    await store.commit(change(0, { payments: [aPayment()] }));
    const late = change(0, { payments: [aPayment({ orderNumber: "N2" })], work: [aWork("w1")] });
    expect(await store.commit(late)).toBe("stale");
    expect(await wholeBook(store)).toMatchObject({ version: 1, work: [] });
    expect(await store.find("N2")).toBeUndefined();
  },

  "a commit on a version that the book has not reached is stale": async ({ store }) => {
    const early = change(1, { payments: [aPayment()], work: [aWork("w1")] });
    expect(await store.commit(early)).toBe("stale");
    expect(await wholeBook(store)).toMatchObject({ version: 0, payments: [], work: [] });
    await store.commit(change(0));
    expect(await store.commit(change(7))).toBe("stale");
    expect((await wholeBook(store)).version).toBe(1);
  },

  "of many first commits at once exactly one is committed, whole": async ({ store }) => {
    const outcomes = await together(20, (index) =>
      store.commit(
        change(0, { payments: [aPayment({ orderNumber: `N${index}` })], work: [aWork(`N${index}/w`)] }),
      ),
    );
    const winner = outcomes.indexOf("committed");
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    const book = await wholeBook(store);
    expect(book.version).toBe(1);
    expect(orderNumbers(book)).toEqual([`N${winner}`]);
    expect(ids(book.work)).toEqual([`N${winner}/w`]);
  },

  "of many later commits at once exactly one is committed, whole": async ({ store }) => {
    await store.commit(change(0));
    const outcomes = await together(20, (index) =>
      store.commit(change(1, { payments: [aPayment({ attempt: index })], work: [aWork(`w${index}`)] })),
    );
    const winner = outcomes.indexOf("committed");
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    const book = await wholeBook(store);
    expect(book).toMatchObject({ version: 2, payments: [{ attempt: winner }], work: [{ id: `w${winner}` }] });
  },

  "commits on different books do not disturb each other": async ({ store }) => {
    const outcomes = await together(20, (index) => {
      const key = { tenant: "t", reference: `r${index}` };
      return store.commit(change(0, { ...key, payments: [aPayment({ ...key, orderNumber: `N${index}` })] }));
    });
    expect(new Set(outcomes)).toEqual(new Set(["committed"]));
  },

  "work with a known id is not inserted again, whatever it says": async ({ store }) => {
    const lease = { token: "first", until: at(60) };
    await put(store, { work: [{ ...aWork("w1"), lease }] });
    await put(store, {
      work: [aWork("w1", { kind: "no-result", dueAt: at(-60).toISOString() }), aWork("w2")],
    });
    expect((await wholeBook(store)).work).toEqual([aWork("w1"), aWork("w2")]);
    expect((await claim(store, 0)).map(({ work }) => work.id)).toEqual(["w2"]);
  },

  "work that is done is not inserted again either": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    await store.finish("w1", { at: at(1).toISOString() });
    await put(store, { work: [aWork("w1")] });
    expect(await claim(store, 3600)).toEqual([]);
  },

  "what a commit makes untrue is done with it, in whosever hands; what has ended before stays so": async ({
    store,
  }) => {
    const result = (seconds: number) => ({ at: at(seconds).toISOString(), note: `at ${seconds}` });
    const parked = { status: "parked", problem: { code: "cycle_missing", message: "Ask." } } as const;
    const ended = ["w1", "w2", "w3", "w4", "never heard of"].map((id) => ({ id, result: result(9) }));
    await put(store, { work: [aWork("w1", parked), aWork("w2", parked), aWork("w3", parked)] });
    await claim(store, 0, { id: "w2" });
    await store.finish("w3", result(1));
    expect(await store.commit(change(0, { ended }))).toBe("stale");
    expect((await store.parked(9)).map(({ id }) => id)).toEqual(["w1", "w2"]);
    await put(store, { work: [aWork("w4", parked), aWork("w5", parked)], ended });
    const { work } = await wholeBook(store);
    expect(work.map(({ id, result: how }) => [id, how])).toEqual([
      ["w1", result(9)],
      ["w2", result(9)],
      ["w3", result(1)],
      ["w4", result(9)],
      ["w5", undefined],
    ]);
    expect((await store.parked(9)).map(({ id }) => id)).toEqual(["w5"]);
  },

  "a transaction that has paid a cycle pays no other, whatever is committed": async ({ store }) => {
    const of = (transactionId: string, cycle: number) => ({ orderNumber: "N1", transactionId, cycle });
    await put(store, { transactions: [of("T1", 2)] });
    await put(store, { transactions: [of("T1", 3), of("T2", 3)] });
    expect(await store.commit(change(1, { transactions: [of("T3", 4)] }))).toBe("stale");
    const { transactions } = await wholeBook(store, {
      transactions: [of("T1", 0), of("T2", 0), of("T3", 0)],
    });
    expect(new Set(transactions)).toEqual(new Set([of("T1", 2), of("T2", 3)]));
  },

  "notifications are settled by name; the others stay open": async ({ store }) => {
    for (const id of ["n1", "n2", "n3"]) await store.receive(anEntry(id));
    await put(store, { settled: ["n1", "n3", "never heard of"] });
    expect(ids((await wholeBook(store)).notifications)).toEqual(["n2"]);
    await put(store, { settled: ["n1"] });
    expect(ids((await wholeBook(store)).notifications)).toEqual(["n2"]);
  },
};
