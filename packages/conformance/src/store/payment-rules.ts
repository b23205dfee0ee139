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

  "an unknown gateway order ID has no payment": async ({ store }) => {
    await commitOnCurrentVersion(store, { attempts: [sampleAttempt()], cycles: [sampleCycle(2)] });
    expect(await store.find("N2")).toBeUndefined();
    expect(await store.find("n1")).toBeUndefined();
    expect(await store.find("")).toBeUndefined();
  },

  "a payment comes back exactly as it was committed": async ({ store }) => {
    const attempt = sampleFullAttempt();
    await commitOnCurrentVersion(store, { attempts: [attempt] });
    expect(await store.find("N1")).toStrictEqual(attempt);
    expect((await loadWholePayment(store)).attempts).toStrictEqual([attempt]);
  },

  "payments come oldest attempt first, also after one has changed": async ({ store }) => {
    await commitOnCurrentVersion(store, { attempts: [sampleAttempt({ attemptId: "Z", number: 1 })] });
    await commitOnCurrentVersion(store, { attempts: [sampleAttempt({ attemptId: "M", number: 2 })] });
    await commitOnCurrentVersion(store, { attempts: [sampleAttempt({ attemptId: "A", number: 10 })] });
    await commitOnCurrentVersion(store, {
      attempts: [sampleAttempt({ attemptId: "Z", number: 1, state: "failed" })],
    });
    const payment = await loadWholePayment(store);
    expect(attemptIdsOf(payment)).toEqual(["Z", "M", "A"]);
    expect(payment.attempts[0]?.state).toBe("failed");
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
      const payment = await loadWholePayment(store, { cycles: [{ attemptId: "K0", number: 2 }] }, key);
      expect(payment).toMatchObject({ ...key, version: 1, payments: [{ attemptId: `K${index}` }] });
      expect(payment.notifications.map(({ id }) => id)).toEqual([`K${index}/n`]);
      expect(payment.work.map(({ id }) => id)).toEqual([`K${index}/w`]);
      expect(payment.cycles).toHaveLength(index === 0 ? 1 : 0);
    }
  },

  "cycles come only when they are asked for, and only those that exist": async ({ store }) => {
    const cycles = [sampleCycle(2), sampleCycle(3), sampleCycle(999_999_999)];
    await commitOnCurrentVersion(store, { attempts: [sampleAttempt()], cycles });
    const asked = (...numbers: number[]) => numbers.map((number) => ({ attemptId: "N1", number }));
    expect((await loadWholePayment(store)).cycles).toEqual([]);
    expect((await loadWholePayment(store, { cycles: asked(3) })).cycles).toStrictEqual([cycles[1]]);
    const many = await loadWholePayment(store, { cycles: asked(2, 4, 999_999_999, 2) });
    expect(new Set(many.cycles)).toEqual(new Set([cycles[0], cycles[2]]));
    expect((await loadWholePayment(store, { cycles: [{ attemptId: "N2", number: 2 }] })).cycles).toEqual([]);
  },

  "all cycles come by their number, and with them what is done of their work, which is left out otherwise":
    async ({ store }) => {
      const attemptId = "00000000000000000001";
      const about = (cycle: number, kind: JobKind, parts: Partial<Job> = {}) =>
        sampleJob(`${attemptId}/cycle/${cycle}/${kind}`, { attemptId, kind, cycle, ...parts });
      const done = { status: "done", result: { at: instantAt(9).toISOString() } } as const;
      await commitOnCurrentVersion(store, {
        attempts: [sampleAttempt({ attemptId })],
        cycles: [sampleCycle(10, { attemptId }), sampleCycle(2, { attemptId })],
        work: [
          sampleJob(`${attemptId}/paid`, { attemptId, ...done }),
          about(2, "renewal-not-placed", done),
          about(3, "cycle-not-checked"),
          about(10, "cycle-overdue", { status: "parked" }),
        ],
      });
      const usual = await loadWholePayment(store, { cycles: [{ attemptId, number: 2 }] });
      expect(usual.work.map(({ kind }) => kind).sort()).toEqual(["cycle-due", "cycle-overdue", "paid"]);
      const all = await loadWholePayment(store, { cycles: "all" });
      expect(all.cycles.map(({ number }) => number)).toEqual([2, 10]);
      expect(all.work.map(({ kind }) => kind).sort()).toEqual([
        "cycle",
        "cycle-due",
        "cycle-overdue",
        "paid",
      ]);
      expect(all.work.find(({ kind }) => kind === "cycle-overdue")).toStrictEqual(
        about(10, "cycle-overdue", { status: "parked" }),
      );
    },

  "transactions come only when they are asked for, to the letter, with the cycle that they have paid":
    async ({ store }) => {
      const [sale, second] = [sampleTransaction("T-1", 1), sampleTransaction("t-1 / '\u{1F600}\"", 2)];
      const others = sampleTransaction("T-1", 7, "N2");
      await commitOnCurrentVersion(store, {
        attempts: [sampleAttempt()],
        transactions: [sale, second, others],
      });
      expect((await loadWholePayment(store)).transactions).toEqual([]);
      const asked = [second, sale, sampleTransaction("t-1", 1), sampleTransaction("T-2", 1)];
      for (const cycles of [[], [{ attemptId: "N1", number: 2 }], "all"] as const) {
        const { transactions } = await loadWholePayment(store, { cycles, transactions: asked });
        expect(new Set(transactions)).toEqual(new Set([sale, second]));
      }
      expect((await loadWholePayment(store, { transactions: [others] })).transactions).toEqual([others]);
    },

  "a cycle is no payment": async ({ store }) => {
    await commitOnCurrentVersion(store, {
      attempts: [sampleAttempt()],
      cycles: [sampleCycle(2, { state: "failed" })],
    });
    const payment = await loadWholePayment(store);
    expect(attemptIdsOf(payment)).toEqual(["N1"]);
    expect((await store.find("N1"))?.state).toBe("created");
    await commitOnCurrentVersion(store, { cycles: [sampleCycle(2, { attemptId: "N2" })] });
    expect(await store.find("N2")).toBeUndefined();
  },

  "a book is read at one moment, however many commits are on their way": async ({ store }) => {
    const commits = (async () => {
      for (let version = 0; version < 40; version++) await store.commit(stepChange(version));
    })();
    for (let version = 0; version < 40; ) {
      const payment = await loadWholePayment(store);
      version = payment.version;
      expect(payment.attempts.map(({ number }) => number)).toEqual(version === 0 ? [] : [version]);
      expect(payment.work).toHaveLength(version);
    }
    await commits;
  },
};

async function commitPayment(
  store: Parameters<typeof commitOnCurrentVersion>[0],
  key: typeof samplePaymentKey,
  attemptId: string,
) {
  await store.receive(sampleInboxEntry(`${attemptId}/n`, { ...key, attemptId }));
  await commitOnCurrentVersion(store, {
    ...key,
    attempts: [sampleAttempt({ ...key, attemptId })],
    cycles: [sampleCycle(2, { attemptId })],
    work: [sampleJob(`${attemptId}/w`, { ...key, attemptId })],
  });
}

function sampleTransaction(transactionId: string, cycle: number, attemptId = "N1") {
  return { attemptId, transactionId, cycle };
}

/** Afterwards the number in the payment and the count of the work are the version of the book. */
function stepChange(version: number) {
  const attempts = [sampleAttempt({ attemptId: `N${version}`, number: version + 1 })];
  return paymentChange(version, {
    attempts: version === 0 ? attempts : [sampleAttempt({ attemptId: "N0", number: version + 1 })],
    work: [sampleJob(`w${version}`)],
  });
}
