import { expect } from "vitest";
import {
  attemptIdsOf,
  commit,
  idsOf,
  loadWholePayment,
  paymentChange,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import {
  at,
  sampleAttempt,
  sampleCycle,
  sampleFullAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  samplePaymentKey,
  sampleReviewItem,
} from "./samples.ts";

const emptyPayment = {
  attempts: [],
  attemptCount: 0,
  rankedAt: undefined,
  cycles: [],
  transactions: [],
  notifications: [],
  links: [],
  jobs: [],
  reviewItems: [],
};

export const paymentRules: SingleStoreRuleSet = {
  "an unknown reference has an empty payment of version 0": async (store) => {
    expect(await loadWholePayment(store)).toEqual({ ...samplePaymentKey, version: 0, ...emptyPayment });
  },

  "an unknown id has no attempt, and a cycle is none": async (store) => {
    const cycles = [sampleCycle(2, { state: "failed" }), sampleCycle(2, { attemptId: "N2" })];
    await commit(store, { attempts: [sampleAttempt()], cycles });
    for (const id of ["N2", "n1", ""]) expect(await store.findAttempt(id)).toBeUndefined();
    const { attempts } = await loadWholePayment(store);
    expect(attempts.map(({ attemptId, state }) => [attemptId, state])).toEqual([["N1", "created"]]);
  },

  "an attempt comes back exactly as it was committed": async (store) => {
    const attempt = sampleFullAttempt();
    await commit(store, { attempts: [attempt] });
    expect(await store.findAttempt("N1")).toStrictEqual(attempt);
    expect((await loadWholePayment(store)).attempts).toStrictEqual([attempt]);
  },

  "attempts come oldest first, also after one has changed": async (store) => {
    await commit(store, { attempts: [sampleAttempt({ attemptId: "Z", number: 1 })] });
    await commit(store, { attempts: [sampleAttempt({ attemptId: "M", number: 2 })] });
    await commit(store, { attempts: [sampleAttempt({ attemptId: "A", number: 10 })] });
    await commit(store, { attempts: [sampleAttempt({ attemptId: "Z", number: 1, state: "failed" })] });
    const payment = await loadWholePayment(store);
    expect(attemptIdsOf(payment)).toEqual(["Z", "M", "A"]);
    expect(payment.attempts[0]?.state).toBe("failed");
    expect((await store.findAttempt("Z"))?.state).toBe("failed");
  },

  "payments are distinguished by tenant and reference, to the letter": async (store) => {
    const keys = [
      samplePaymentKey,
      { ...samplePaymentKey, tenant: "other" },
      { ...samplePaymentKey, reference: samplePaymentKey.reference.toUpperCase() },
      { ...samplePaymentKey, reference: `${samplePaymentKey.reference} ` },
      { ...samplePaymentKey, reference: "Größe/%_'\"; --" },
      { ...samplePaymentKey, reference: "Grosse/%_'\"; --" },
    ];
    for (const [index, key] of keys.entries()) await commitPayment(store, key, `K${index}`);
    for (const [index, key] of keys.entries()) {
      const payment = await loadWholePayment(store, { cycles: [{ attemptId: "K0", number: 2 }] }, key);
      expect(payment).toMatchObject({ ...key, version: 1, attempts: [{ attemptId: `K${index}` }] });
      expect(payment.notifications.map(({ id }) => id)).toEqual([`K${index}/n`]);
      expect(payment.jobs.map(({ id }) => id)).toEqual([`K${index}/w`]);
      expect(payment.cycles).toHaveLength(index === 0 ? 1 : 0);
    }
  },

  "cycles are loaded only by request, and only those that exist": async (store) => {
    const cycles = [sampleCycle(2), sampleCycle(3), sampleCycle(999_999_999)];
    await commit(store, { attempts: [sampleAttempt()], cycles });
    const named = (...numbers: number[]) => numbers.map((number) => ({ attemptId: "N1", number }));
    expect((await loadWholePayment(store)).cycles).toEqual([]);
    expect((await loadWholePayment(store, { cycles: named(3) })).cycles).toStrictEqual([cycles[1]]);
    const many = await loadWholePayment(store, { cycles: named(2, 4, 999_999_999, 2) });
    expect(new Set(many.cycles)).toEqual(new Set([cycles[0], cycles[2]]));
    expect((await loadWholePayment(store, { cycles: [{ attemptId: "N2", number: 2 }] })).cycles).toEqual([]);
  },

  "all cycles come by their number, and with them the completed jobs and resolved items of cycles, which are left out otherwise":
    async (store) => {
      const resolution = { at: at(9), note: "Done." };
      const completed = { status: "completed", outcome: sampleJobOutcome } as const;
      const overdue = sampleReviewItem("i2", { kind: "cycle-overdue", cycle: 10 });
      await commit(store, {
        attempts: [sampleAttempt()],
        cycles: [sampleCycle(10), sampleCycle(2)],
        jobs: [
          sampleJob("j1", completed),
          sampleJob("j2", { kind: "place-renewal", cycle: 2, ...completed }),
          sampleJob("j3", { kind: "check-cycle", cycle: 3 }),
        ],
        reviewItems: [
          sampleReviewItem("i1", { kind: "amount-mismatch", cycle: 2 }),
          overdue,
          sampleReviewItem("i3"),
        ],
        resolvedItems: ["i1", "i3"].map((id) => ({ id, resolution })),
      });
      const usual = await loadWholePayment(store, { cycles: [{ attemptId: "N1", number: 2 }] });
      expect(idsOf(usual.jobs).toSorted()).toEqual(["j1", "j3"]);
      expect(idsOf(usual.reviewItems).toSorted()).toEqual(["i2", "i3"]);
      const all = await loadWholePayment(store, { cycles: "all" });
      expect(all.cycles.map(({ number }) => number)).toEqual([2, 10]);
      expect(idsOf(all.jobs).toSorted()).toEqual(["j1", "j2", "j3"]);
      expect(idsOf(all.reviewItems).toSorted()).toEqual(["i1", "i2", "i3"]);
      expect(all.reviewItems.find(({ id }) => id === "i2")).toStrictEqual(overdue);
    },

  "transactions are loaded only by request, to the letter, with their use": async (store) => {
    const [sale, second] = [sampleTransaction("T-1", 1), sampleTransaction("t-1 / '\u{1F600}\"", 2)];
    const others = sampleTransaction("T-1", 7, "N2");
    await commit(store, { attempts: [sampleAttempt()], transactions: [sale, second, others] });
    expect((await loadWholePayment(store)).transactions).toEqual([]);
    const named = [second, sale, sampleTransaction("t-1", 1), sampleTransaction("T-2", 1)];
    for (const cycles of [[], [{ attemptId: "N1", number: 2 }], "all"] as const) {
      const { transactions } = await loadWholePayment(store, { cycles, transactions: named });
      expect(new Set(transactions)).toEqual(new Set([sale, second]));
    }
    expect((await loadWholePayment(store, { transactions: [others] })).transactions).toEqual([others]);
  },

  "a payment is loaded as of one moment, however many commits are under way": async (store) => {
    const commits = (async () => {
      for (let version = 0; version < 40; version++) await store.commit(stepChange(version));
    })();
    for (let version = 0; version < 40; ) {
      const payment = await loadWholePayment(store);
      version = payment.version;
      expect(payment.attempts.map(({ number }) => number)).toEqual(version === 0 ? [] : [version]);
      expect(payment.jobs).toHaveLength(version);
    }
    await commits;
  },
};

async function commitPayment(
  store: Parameters<typeof commit>[0],
  key: typeof samplePaymentKey,
  attemptId: string,
) {
  await store.receive(sampleInboxEntry(`${attemptId}/n`, { ...key, attemptId }));
  await commit(store, {
    ...key,
    attempts: [sampleAttempt({ ...key, attemptId })],
    cycles: [sampleCycle(2, { attemptId })],
    jobs: [sampleJob(`${attemptId}/w`, { ...key, attemptId })],
  });
}

function sampleTransaction(transactionId: string, usedFor: number, attemptId = "N1") {
  return { attemptId, transactionId, usedFor };
}

/** Returns a change after which the attempt's number and the job count equal the version of the payment. */
function stepChange(version: number) {
  const attempts = [sampleAttempt({ attemptId: `N${version}`, number: version + 1 })];
  return paymentChange(version, {
    attempts: version === 0 ? attempts : [sampleAttempt({ attemptId: "N0", number: version + 1 })],
    jobs: [sampleJob(`w${version}`)],
  });
}
