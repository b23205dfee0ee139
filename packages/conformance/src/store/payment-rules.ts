import type { Job, JobKind } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  attemptIdsOf,
  commitOnCurrentVersion,
  loadWholePayment,
  paymentChange,
  type SingleStoreRuleSet,
  samplePaymentKey,
} from "./rule-helpers.ts";
import {
  instantAt,
  sampleAttempt,
  sampleCycle,
  sampleFullAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleReference,
  sampleTenant,
} from "./samples.ts";

const emptyPayment = {
  payments: [],
  attemptCount: 0,
  rankedAt: undefined,
  cycles: [],
  transactions: [],
  notifications: [],
  work: [],
};

export const paymentRules: SingleStoreRuleSet = {
  "an unknown reference has an empty book of version 0": async ({ store }) => {
    expect(await loadWholePayment(store)).toEqual({ ...samplePaymentKey, version: 0, ...emptyPayment });
  },

  "an unknown order number has no payment": async ({ store }) => {
    await commitOnCurrentVersion(store, { payments: [sampleAttempt()], cycles: [sampleCycle(2)] });
    expect(await store.find("N2")).toBeUndefined();
    expect(await store.find("n1")).toBeUndefined();
    expect(await store.find("")).toBeUndefined();
  },

  "a payment comes back exactly as it was committed": async ({ store }) => {
    const payment = sampleFullAttempt();
    await commitOnCurrentVersion(store, { payments: [payment] });
    expect(await store.find("N1")).toStrictEqual(payment);
    expect((await loadWholePayment(store)).payments).toStrictEqual([payment]);
  },

  "payments come oldest attempt first, also after one has changed": async ({ store }) => {
    await commitOnCurrentVersion(store, { payments: [sampleAttempt({ orderNumber: "Z", attempt: 1 })] });
    await commitOnCurrentVersion(store, { payments: [sampleAttempt({ orderNumber: "M", attempt: 2 })] });
    await commitOnCurrentVersion(store, { payments: [sampleAttempt({ orderNumber: "A", attempt: 10 })] });
    await commitOnCurrentVersion(store, {
      payments: [sampleAttempt({ orderNumber: "Z", attempt: 1, state: "failed" })],
    });
    const book = await loadWholePayment(store);
    expect(attemptIdsOf(book)).toEqual(["Z", "M", "A"]);
    expect(book.payments[0]?.state).toBe("failed");
    expect((await store.find("Z"))?.state).toBe("failed");
  },

  "books are told apart by tenant and reference, to the letter": async ({ store }) => {
    const keys = [
      { tenant: sampleTenant, reference: sampleReference },
      { tenant: "other", reference: sampleReference },
      { tenant: sampleTenant, reference: sampleReference.toUpperCase() },
      { tenant: sampleTenant, reference: `${sampleReference} ` },
      { tenant: sampleTenant, reference: "Größe/%_'\"; --" },
      { tenant: sampleTenant, reference: "Grosse/%_'\"; --" },
    ];
    for (const [index, key] of keys.entries()) await commitPayment(store, key, `K${index}`);
    for (const [index, key] of keys.entries()) {
      const book = await loadWholePayment(store, { cycles: [{ orderNumber: "K0", number: 2 }] }, key);
      expect(book).toMatchObject({ ...key, version: 1, payments: [{ orderNumber: `K${index}` }] });
      expect(book.notifications.map(({ id }) => id)).toEqual([`K${index}/n`]);
      expect(book.work.map(({ id }) => id)).toEqual([`K${index}/w`]);
      expect(book.cycles).toHaveLength(index === 0 ? 1 : 0);
    }
  },

  "cycles come only when they are asked for, and only those that exist": async ({ store }) => {
    const cycles = [sampleCycle(2), sampleCycle(3), sampleCycle(999_999_999)];
    await commitOnCurrentVersion(store, { payments: [sampleAttempt()], cycles });
    const asked = (...numbers: number[]) => numbers.map((number) => ({ orderNumber: "N1", number }));
    expect((await loadWholePayment(store)).cycles).toEqual([]);
    expect((await loadWholePayment(store, { cycles: asked(3) })).cycles).toStrictEqual([cycles[1]]);
    const many = await loadWholePayment(store, { cycles: asked(2, 4, 999_999_999, 2) });
    expect(new Set(many.cycles)).toEqual(new Set([cycles[0], cycles[2]]));
    expect((await loadWholePayment(store, { cycles: [{ orderNumber: "N2", number: 2 }] })).cycles).toEqual(
      [],
    );
  },

  "all cycles come by their number, and with them what is done of their work, which is left out otherwise":
    async ({ store }) => {
      const orderNumber = "00000000000000000001";
      const about = (cycle: number, kind: JobKind, parts: Partial<Job> = {}) =>
        sampleJob(`${orderNumber}/cycle/${cycle}/${kind}`, { orderNumber, kind, cycle, ...parts });
      const done = { status: "done", result: { at: instantAt(9).toISOString() } } as const;
      await commitOnCurrentVersion(store, {
        payments: [sampleAttempt({ orderNumber })],
        cycles: [sampleCycle(10, { orderNumber }), sampleCycle(2, { orderNumber })],
        work: [
          sampleJob(`${orderNumber}/paid`, { orderNumber, ...done }),
          about(2, "cycle", done),
          about(3, "cycle-due"),
          about(10, "cycle-missing", { status: "parked" }),
        ],
      });
      const usual = await loadWholePayment(store, { cycles: [{ orderNumber, number: 2 }] });
      expect(usual.work.map(({ kind }) => kind).sort()).toEqual(["cycle-due", "cycle-missing", "paid"]);
      const all = await loadWholePayment(store, { cycles: "all" });
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
      const [sale, second] = [sampleTransaction("T-1", 1), sampleTransaction("t-1 / '\u{1F600}\"", 2)];
      const others = sampleTransaction("T-1", 7, "N2");
      await commitOnCurrentVersion(store, {
        payments: [sampleAttempt()],
        transactions: [sale, second, others],
      });
      expect((await loadWholePayment(store)).transactions).toEqual([]);
      const asked = [second, sale, sampleTransaction("t-1", 1), sampleTransaction("T-2", 1)];
      for (const cycles of [[], [{ orderNumber: "N1", number: 2 }], "all"] as const) {
        const { transactions } = await loadWholePayment(store, { cycles, transactions: asked });
        expect(new Set(transactions)).toEqual(new Set([sale, second]));
      }
      expect((await loadWholePayment(store, { transactions: [others] })).transactions).toEqual([others]);
    },

  "a cycle is no payment": async ({ store }) => {
    await commitOnCurrentVersion(store, {
      payments: [sampleAttempt()],
      cycles: [sampleCycle(2, { state: "failed" })],
    });
    const book = await loadWholePayment(store);
    expect(attemptIdsOf(book)).toEqual(["N1"]);
    expect((await store.find("N1"))?.state).toBe("created");
    await commitOnCurrentVersion(store, { cycles: [sampleCycle(2, { orderNumber: "N2" })] });
    expect(await store.find("N2")).toBeUndefined();
  },

  "a book is read at one moment, however many commits are on their way": async ({ store }) => {
    const commits = (async () => {
      for (let version = 0; version < 40; version++) await store.commit(stepChange(version));
    })();
    for (let version = 0; version < 40; ) {
      const book = await loadWholePayment(store);
      version = book.version;
      expect(book.payments.map(({ attempt }) => attempt)).toEqual(version === 0 ? [] : [version]);
      expect(book.work).toHaveLength(version);
    }
    await commits;
  },
};

async function commitPayment(
  store: Parameters<typeof commitOnCurrentVersion>[0],
  key: typeof samplePaymentKey,
  orderNumber: string,
) {
  await store.receive(sampleInboxEntry(`${orderNumber}/n`, { ...key, orderNumber }));
  await commitOnCurrentVersion(store, {
    ...key,
    payments: [sampleAttempt({ ...key, orderNumber })],
    cycles: [sampleCycle(2, { orderNumber })],
    work: [sampleJob(`${orderNumber}/w`, { ...key, orderNumber })],
  });
}

function sampleTransaction(transactionId: string, cycle: number, orderNumber = "N1") {
  return { orderNumber, transactionId, cycle };
}

/** Afterwards the number in the payment and the count of the work are the version of the book. */
function stepChange(version: number) {
  const payments = [sampleAttempt({ orderNumber: `N${version}`, attempt: version + 1 })];
  return paymentChange(version, {
    payments: version === 0 ? payments : [sampleAttempt({ orderNumber: "N0", attempt: version + 1 })],
    work: [sampleJob(`w${version}`)],
  });
}
