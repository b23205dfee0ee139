import type { PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import {
  claimJobsDueAt,
  commitOnCurrentVersion,
  idsOf,
  jobIdsOf,
  loadWholePayment,
  paymentChange,
  type StoreRuleSet,
} from "./rule-helpers.ts";
import { instantAt, sampleInboxEntry, sampleJob } from "./samples.ts";

interface TransactionalStore<Tx> {
  readonly store: PaymentStore<Tx>;
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

const done = { at: instantAt(9).toISOString() };

/** For stores that can be part of a transaction of the host. */
export function transactionRules<Tx>(): StoreRuleSet<TransactionalStore<Tx>> {
  return {
    "work finished in a transaction that commits is done": async ({ store, transaction }) => {
      await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
      expect(await transaction((tx) => store.finish("w1", done, tx))).toBe(true);
      expect(await store.finish("w1", done)).toBe(false);
      expect(await transaction((tx) => store.finish("w1", done, tx))).toBe(false);
      expect((await loadWholePayment(store)).work).toEqual([
        sampleJob("w1", { status: "done", result: done }),
      ]);
    },

    "work finished in a transaction that rolls back is not done, and is claimed again": async (under) => {
      const { store } = under;
      await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
      await claimJobsDueAt(store, 0, { until: 300 });
      expect(await completeAndThrow(under, "w1")).toBe(true);
      expect((await loadWholePayment(store)).work).toEqual([sampleJob("w1")]);
      expect(await claimJobsDueAt(store, 299)).toEqual([]);
      expect(jobIdsOf(await claimJobsDueAt(store, 300))).toEqual(["w1"]);
      expect(await store.finish("w1", done)).toBe(true);
    },

    "a renewal during a transaction that finishes the work changes nothing": async ({
      store,
      transaction,
    }) => {
      await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
      const [leased] = await claimJobsDueAt(store, 0, { until: 30 });
      if (leased === undefined) throw new Error("The work was not claimed.");
      let renewed: Promise<boolean> | undefined;
      await transaction(async (tx) => {
        await store.finish("w1", done, tx);
        renewed = store.renew(leased, instantAt(300));
      });
      expect(await renewed).toBe(false);
      expect((await loadWholePayment(store)).work).toEqual([
        sampleJob("w1", { status: "done", result: done }),
      ]);
    },

    "a transaction rejects with what its work threw, and the next one works": async ({ transaction }) => {
      const fault = { not: "even an error" };
      await expect(transaction(() => Promise.reject(fault))).rejects.toBe(fault);
      expect(await transaction(async () => "fine")).toBe("fine");
    },

    "writes that begin meanwhile do not join a transaction that rolls back": async (under) => {
      const { store, transaction } = under;
      await commitOnCurrentVersion(store, { work: [sampleJob("w1"), sampleJob("w2"), sampleJob("w3")] });
      const { started, letGo, over } = openTransaction(transaction);
      await started;
      const writes = [
        store.receive(sampleInboxEntry("n1")),
        store.finish("w1", done),
        store.commit(paymentChange(1, { work: [sampleJob("w4")] })),
        claimJobsDueAt(store, 0, { id: "w3" }),
      ];
      letGo();
      await expect(over).rejects.toThrow("rolled back");
      expect(await Promise.all(writes)).toMatchObject(["new", true, "committed", [{}]]);
      const payment = await loadWholePayment(store);
      expect(idsOf(payment.notifications)).toEqual(["n1"]);
      expect(payment.work.map(({ status }) => status)).toEqual(["done", "due", "due", "due"]);
      expect(jobIdsOf(await claimJobsDueAt(store, 0)).sort()).toEqual(["w2", "w4"]);
    },

    "of two transactions that finish the same work, one is told that it did": async ({
      store,
      transaction,
    }) => {
      await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
      const finish = () => transaction((tx) => store.finish("w1", done, tx));
      expect((await Promise.all([finish(), finish()])).sort()).toEqual([false, true]);
    },
  };
}

/** For stores whose database keeps a transaction to itself until it is committed. */
export function isolationRules<Tx>(): StoreRuleSet<TransactionalStore<Tx>> {
  return {
    "nothing of an open transaction is seen outside": async ({ store, transaction }) => {
      await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
      await transaction(async (tx) => {
        await store.finish("w1", done, tx);
        expect((await loadWholePayment(store)).work[0]?.status).toBe("due");
      });
      expect((await loadWholePayment(store)).work[0]?.status).toBe("done");
    },
  };
}

/** What `finish` said inside the transaction. */
async function completeAndThrow<Tx>(
  { store, transaction }: TransactionalStore<Tx>,
  id: string,
): Promise<boolean> {
  let finished = false;
  const whole = transaction(async (tx) => {
    finished = await store.finish(id, done, tx);
    throw new Error("rolled back");
  });
  await expect(whole).rejects.toThrow("rolled back");
  return finished;
}

/** A transaction that stays open until it is let go, and then throws. */
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
