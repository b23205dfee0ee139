import type { Work, WorkKind } from "@pay-index/core";
import { expect } from "vitest";
import { change, orderNumbers, put, type StoreRules, theBook, wholeBook } from "./bench.ts";
import { aCycle, aFullPayment, anEntry, aPayment, at, aWork, reference, tenant } from "./samples.ts";

const rooms = {
  payments: [],
  attemptCount: 0,
  rankedAt: undefined,
  cycles: [],
  transactions: [],
  notifications: [],
  work: [],
};

export const bookRules: StoreRules = {
  "an unknown reference has an empty book of version 0": async ({ store }) => {
    expect(await wholeBook(store)).toEqual({ ...theBook, version: 0, ...rooms });
  },

  "an unknown order number has no payment": async ({ store }) => {
    await put(store, { payments: [aPayment()], cycles: [aCycle(2)] });
    expect(await store.find("N2")).toBeUndefined();
    expect(await store.find("n1")).toBeUndefined();
    expect(await store.find("")).toBeUndefined();
  },

  "a payment comes back exactly as it was committed": async ({ store }) => {
    const payment = aFullPayment();
    await put(store, { payments: [payment] });
    expect(await store.find("N1")).toStrictEqual(payment);
    expect((await wholeBook(store)).payments).toStrictEqual([payment]);
  },

  "payments come oldest attempt first, also after one has changed": async ({ store }) => {
    await put(store, { payments: [aPayment({ orderNumber: "Z", attempt: 1 })] });
    await put(store, { payments: [aPayment({ orderNumber: "M", attempt: 2 })] });
    await put(store, { payments: [aPayment({ orderNumber: "A", attempt: 10 })] });
    await put(store, { payments: [aPayment({ orderNumber: "Z", attempt: 1, state: "failed" })] });
    const book = await wholeBook(store);
    expect(orderNumbers(book)).toEqual(["Z", "M", "A"]);
    expect(book.payments[0]?.state).toBe("failed");
    expect((await store.find("Z"))?.state).toBe("failed");
  },

  "books are told apart by tenant and reference, to the letter": async ({ store }) => {
    const keys = [
      { tenant, reference },
      { tenant: "other", reference },
      { tenant, reference: reference.toUpperCase() },
      { tenant, reference: `${reference} ` },
      { tenant, reference: "Größe/%_'\"; --" },
      { tenant, reference: "Grosse/%_'\"; --" },
    ];
    for (const [index, key] of keys.entries()) await putAll(store, key, `K${index}`);
    for (const [index, key] of keys.entries()) {
      const book = await wholeBook(store, { cycles: [{ orderNumber: "K0", number: 2 }] }, key);
      expect(book).toMatchObject({ ...key, version: 1, payments: [{ orderNumber: `K${index}` }] });
      expect(book.notifications.map(({ id }) => id)).toEqual([`K${index}/n`]);
      expect(book.work.map(({ id }) => id)).toEqual([`K${index}/w`]);
      expect(book.cycles).toHaveLength(index === 0 ? 1 : 0);
    }
  },

  "cycles come only when they are asked for, and only those that exist": async ({ store }) => {
    const cycles = [aCycle(2), aCycle(3), aCycle(999_999_999)];
    await put(store, { payments: [aPayment()], cycles });
    const asked = (...numbers: number[]) => numbers.map((number) => ({ orderNumber: "N1", number }));
    expect((await wholeBook(store)).cycles).toEqual([]);
    expect((await wholeBook(store, { cycles: asked(3) })).cycles).toStrictEqual([cycles[1]]);
    const many = await wholeBook(store, { cycles: asked(2, 4, 999_999_999, 2) });
    expect(new Set(many.cycles)).toEqual(new Set([cycles[0], cycles[2]]));
    expect((await wholeBook(store, { cycles: [{ orderNumber: "N2", number: 2 }] })).cycles).toEqual([]);
  },

  "all cycles come by their number, and with them what is done of their work, which is left out otherwise":
    async ({ store }) => {
      const orderNumber = "00000000000000000001";
      const about = (cycle: number, kind: WorkKind, parts: Partial<Work> = {}) =>
        aWork(`${orderNumber}/cycle/${cycle}/${kind}`, { orderNumber, kind, cycle, ...parts });
      const done = { status: "done", result: { at: at(9).toISOString() } } as const;
      await put(store, {
        payments: [aPayment({ orderNumber })],
        cycles: [aCycle(10, { orderNumber }), aCycle(2, { orderNumber })],
        work: [
          aWork(`${orderNumber}/paid`, { orderNumber, ...done }),
          about(2, "cycle", done),
          about(3, "cycle-due"),
          about(10, "cycle-missing", { status: "parked" }),
        ],
      });
      const usual = await wholeBook(store, { cycles: [{ orderNumber, number: 2 }] });
      expect(usual.work.map(({ kind }) => kind).sort()).toEqual(["cycle-due", "cycle-missing", "paid"]);
      const all = await wholeBook(store, { cycles: "all" });
      expect(all.cycles.map(({ number }) => number)).toEqual([2, 10]);
      expect(all.work.map(({ kind }) => kind).sort()).toEqual([
        "cycle",
        "cycle-due",
        "cycle-missing",
        "paid",
      ]);
      expect(all.work.find(({ kind }) => kind === "cycle-missing")).toStrictEqual(
        about(10, "cycle-missing", { status: "parked" }),
      );
    },

  "transactions come only when they are asked for, to the letter, with the cycle that they have paid":
    async ({ store }) => {
      const [sale, second] = [aTransaction("T-1", 1), aTransaction("t-1 / '\u{1F600}\"", 2)];
      const others = aTransaction("T-1", 7, "N2");
      await put(store, { payments: [aPayment()], transactions: [sale, second, others] });
      expect((await wholeBook(store)).transactions).toEqual([]);
      const asked = [second, sale, aTransaction("t-1", 1), aTransaction("T-2", 1)];
      for (const cycles of [[], [{ orderNumber: "N1", number: 2 }], "all"] as const) {
        const { transactions } = await wholeBook(store, { cycles, transactions: asked });
        expect(new Set(transactions)).toEqual(new Set([sale, second]));
      }
      expect((await wholeBook(store, { transactions: [others] })).transactions).toEqual([others]);
    },

  "a cycle is no payment": async ({ store }) => {
    await put(store, { payments: [aPayment()], cycles: [aCycle(2, { state: "failed" })] });
    const book = await wholeBook(store);
    expect(orderNumbers(book)).toEqual(["N1"]);
    expect((await store.find("N1"))?.state).toBe("created");
    await put(store, { cycles: [aCycle(2, { orderNumber: "N2" })] });
    expect(await store.find("N2")).toBeUndefined();
  },

  "a book is read at one moment, however many commits are on their way": async ({ store }) => {
    const commits = (async () => {
      for (let version = 0; version < 40; version++) await store.commit(oneStep(version));
    })();
    for (let version = 0; version < 40; ) {
      const book = await wholeBook(store);
      version = book.version;
      expect(book.payments.map(({ attempt }) => attempt)).toEqual(version === 0 ? [] : [version]);
      expect(book.work).toHaveLength(version);
    }
    await commits;
  },
};

async function putAll(store: Parameters<typeof put>[0], key: typeof theBook, orderNumber: string) {
  await store.receive(anEntry(`${orderNumber}/n`, { ...key, orderNumber }));
  await put(store, {
    ...key,
    payments: [aPayment({ ...key, orderNumber })],
    cycles: [aCycle(2, { orderNumber })],
    work: [aWork(`${orderNumber}/w`, { ...key, orderNumber })],
  });
}

function aTransaction(transactionId: string, cycle: number, orderNumber = "N1") {
  return { orderNumber, transactionId, cycle };
}

/** Afterwards the number in the payment and the count of the work are the version of the book. */
function oneStep(version: number) {
  const payments = [aPayment({ orderNumber: `N${version}`, attempt: version + 1 })];
  return change(version, {
    payments: version === 0 ? payments : [aPayment({ orderNumber: "N0", attempt: version + 1 })],
    work: [aWork(`w${version}`)],
  });
}
