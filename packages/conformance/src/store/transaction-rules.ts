import type { PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  claimDueJobsAt,
  claimJobAt,
  claimOnlyJob,
  commit,
  idsOf,
  jobIdsOf,
  loadWholePayment,
  paymentChange,
  type StoreRuleSet,
} from "./rule-helpers.ts";
import { instantAt, sampleInboxEntry, sampleJob, sampleJobOutcome } from "./samples.ts";

interface TransactionalStore<Tx> {
  readonly store: PaymentStore<Tx>;
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

const completedJob = sampleJob("w1", { status: "completed", outcome: sampleJobOutcome });

/** Rules for stores that can take part in a transaction of the host. */
export function createTransactionRules<Tx>(): StoreRuleSet<TransactionalStore<Tx>> {
  return {
    "a job that is completed in a committed transaction is completed": async ({ store, transaction }) => {
      await commit(store, { jobs: [sampleJob("w1")] });
      expect(await transaction((tx) => store.completeJob("w1", sampleJobOutcome, tx))).toBe(true);
      expect(await store.completeJob("w1", sampleJobOutcome)).toBe(false);
      expect(await transaction((tx) => store.completeJob("w1", sampleJobOutcome, tx))).toBe(false);
      expect((await loadWholePayment(store)).jobs).toEqual([completedJob]);
    },

    "a job that is completed in a transaction that rolls back is not completed, and is claimed again": async (
      under,
    ) => {
      const { store } = under;
      await commit(store, { jobs: [sampleJob("w1")] });
      await claimDueJobsAt(store, 0, { until: 300 });
      expect(await completeAndThrow(under, "w1")).toBe(true);
      expect((await loadWholePayment(store)).jobs).toEqual([sampleJob("w1")]);
      expect(await claimDueJobsAt(store, 299)).toEqual([]);
      expect(jobIdsOf(await claimDueJobsAt(store, 300))).toEqual(["w1"]);
      expect(await store.completeJob("w1", sampleJobOutcome)).toBe(true);
    },

    "a renewed lease during a transaction that completes the job changes nothing": async ({
      store,
      transaction,
    }) => {
      await commit(store, { jobs: [sampleJob("w1")] });
      const leased = await claimOnlyJob(store, 0, { until: 30 });
      let renewed: Promise<boolean> | undefined;
      await transaction(async (tx) => {
        await store.completeJob("w1", sampleJobOutcome, tx);
        renewed = store.renewLease(leased, instantAt(300));
      });
      expect(await renewed).toBe(false);
      expect((await loadWholePayment(store)).jobs).toEqual([completedJob]);
    },

    "a transaction rejects with the error of its function, and the next one works": async ({
      transaction,
    }) => {
      const fault = { not: "even an error" };
      await expect(transaction(() => Promise.reject(fault))).rejects.toBe(fault);
      expect(await transaction(async () => "fine")).toBe("fine");
    },

    "writes that begin meanwhile do not join a transaction that rolls back": async (under) => {
      const { store, transaction } = under;
      await commit(store, { jobs: [sampleJob("w1"), sampleJob("w2"), sampleJob("w3")] });
      const { started, letGo, over } = openTransaction(transaction);
      await started;
      const writes = [
        store.receive(sampleInboxEntry("n1")),
        store.completeJob("w1", sampleJobOutcome),
        store.commit(paymentChange(1, { jobs: [sampleJob("w4")] })),
        claimJobAt(store, "w3", 0),
      ];
      letGo();
      await expect(over).rejects.toThrow("rolled back");
      expect(await Promise.all(writes)).toMatchObject(["new", true, "committed", {}]);
      const payment = await loadWholePayment(store);
      expect(idsOf(payment.notifications)).toEqual(["n1"]);
      expect(payment.jobs.map(({ status }) => status)).toEqual(["completed", "due", "due", "due"]);
      expect(jobIdsOf(await claimDueJobsAt(store, 0)).sort()).toEqual(["w2", "w4"]);
    },

    "of two transactions that complete the same job, one does": async ({ store, transaction }) => {
      await commit(store, { jobs: [sampleJob("w1")] });
      const complete = () => transaction((tx) => store.completeJob("w1", sampleJobOutcome, tx));
      expect((await Promise.all([complete(), complete()])).sort()).toEqual([false, true]);
    },
  };
}

/** Rules for stores whose database hides a transaction until it is committed. */
export function createIsolationRules<Tx>(): StoreRuleSet<TransactionalStore<Tx>> {
  return {
    "nothing of an open transaction is visible outside": async ({ store, transaction }) => {
      await commit(store, { jobs: [sampleJob("w1")] });
      await transaction(async (tx) => {
        await store.completeJob("w1", sampleJobOutcome, tx);
        expect((await loadWholePayment(store)).jobs[0]?.status).toBe("due");
      });
      expect((await loadWholePayment(store)).jobs[0]?.status).toBe("completed");
    },
  };
}

/** Returns the result of `completeJob` inside the transaction. */
async function completeAndThrow<Tx>(
  { store, transaction }: TransactionalStore<Tx>,
  id: string,
): Promise<boolean> {
  let isCompleted = false;
  const whole = transaction(async (tx) => {
    isCompleted = await store.completeJob(id, sampleJobOutcome, tx);
    throw new Error("rolled back");
  });
  await expect(whole).rejects.toThrow("rolled back");
  return isCompleted;
}

/** Opens a transaction that stays open until it is released, and then throws. */
function openTransaction(transaction: TransactionalStore<unknown>["transaction"]) {
  const start = createSignal();
  const end = createSignal();
  const over = transaction(async () => {
    start.give();
    await end.given;
    throw new Error("rolled back");
  });
  return { started: start.given, letGo: end.give, over };
}

function createSignal() {
  let resolver: (() => void) | undefined;
  const given = new Promise<void>((resolve) => {
    resolver = resolve;
  });
  return { given, give: () => resolver?.() };
}
