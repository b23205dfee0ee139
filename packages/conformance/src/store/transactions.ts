import type { LedgerStore } from "@pay-index/core";
import { expect } from "vitest";
import { change, claim, ids, put, type Rules, wholeBook, workIds } from "./bench.ts";
import { anEntry, at, aWork } from "./samples.ts";

interface WithTransaction<Tx> {
  readonly store: LedgerStore<Tx>;
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

const done = { at: at(9).toISOString() };

/** For stores that can be part of a transaction of the host. */
export function transactionRules<Tx>(): Rules<WithTransaction<Tx>> {
  return {
    "work finished in a transaction that commits is done": async ({ store, transaction }) => {
      await put(store, { work: [aWork("w1")] });
      expect(await transaction((tx) => store.finish("w1", done, tx))).toBe(true);
      expect(await store.finish("w1", done)).toBe(false);
      expect(await transaction((tx) => store.finish("w1", done, tx))).toBe(false);
      expect((await wholeBook(store)).work).toEqual([aWork("w1", { status: "done", result: done })]);
    },

    "work finished in a transaction that rolls back is not done, and is claimed again": async (under) => {
      const { store } = under;
      await put(store, { work: [aWork("w1")] });
      await claim(store, 0, { until: 300 });
      expect(await finishAndThrow(under, "w1")).toBe(true);
      expect((await wholeBook(store)).work).toEqual([aWork("w1")]);
      expect(await claim(store, 299)).toEqual([]);
      expect(workIds(await claim(store, 300))).toEqual(["w1"]);
      expect(await store.finish("w1", done)).toBe(true);
    },

    "a renewal during a transaction that finishes the work changes nothing": async ({
      store,
      transaction,
    }) => {
      await put(store, { work: [aWork("w1")] });
      const [leased] = await claim(store, 0, { until: 30 });
      if (leased === undefined) throw new Error("The work was not claimed.");
      let renewed: Promise<boolean> | undefined;
      await transaction(async (tx) => {
        await store.finish("w1", done, tx);
        renewed = store.renew(leased, at(300));
      });
      expect(await renewed).toBe(false);
      expect((await wholeBook(store)).work).toEqual([aWork("w1", { status: "done", result: done })]);
    },

    "a transaction rejects with what its work threw, and the next one works": async ({ transaction }) => {
      const fault = { not: "even an error" };
      await expect(transaction(() => Promise.reject(fault))).rejects.toBe(fault);
      expect(await transaction(async () => "fine")).toBe("fine");
    },

    "writes that begin meanwhile do not join a transaction that rolls back": async (under) => {
      const { store, transaction } = under;
      await put(store, { work: [aWork("w1"), aWork("w2"), aWork("w3")] });
      const { started, letGo, over } = openTransaction(transaction);
      await started;
      const writes = [
        store.receive(anEntry("n1")),
        store.finish("w1", done),
        store.commit(change(1, { work: [aWork("w4")] })),
        claim(store, 0, { id: "w3" }),
      ];
      letGo();
      await expect(over).rejects.toThrow("rolled back");
      expect(await Promise.all(writes)).toMatchObject(["new", true, "committed", [{}]]);
      const book = await wholeBook(store);
      expect(ids(book.notifications)).toEqual(["n1"]);
      expect(book.work.map(({ status }) => status)).toEqual(["done", "due", "due", "due"]);
      expect(workIds(await claim(store, 0)).sort()).toEqual(["w2", "w4"]);
    },

    "of two transactions that finish the same work, one is told that it did": async ({
      store,
      transaction,
    }) => {
      await put(store, { work: [aWork("w1")] });
      const finish = () => transaction((tx) => store.finish("w1", done, tx));
      expect((await Promise.all([finish(), finish()])).sort()).toEqual([false, true]);
    },
  };
}

/** For stores whose database keeps a transaction to itself until it is committed. */
export function isolationRules<Tx>(): Rules<WithTransaction<Tx>> {
  return {
    "nothing of an open transaction is seen outside": async ({ store, transaction }) => {
      await put(store, { work: [aWork("w1")] });
      await transaction(async (tx) => {
        await store.finish("w1", done, tx);
        expect((await wholeBook(store)).work[0]?.status).toBe("due");
      });
      expect((await wholeBook(store)).work[0]?.status).toBe("done");
    },
  };
}

/** What `finish` said inside the transaction. */
async function finishAndThrow<Tx>({ store, transaction }: WithTransaction<Tx>, id: string): Promise<boolean> {
  let finished = false;
  const whole = transaction(async (tx) => {
    finished = await store.finish(id, done, tx);
    throw new Error("rolled back");
  });
  await expect(whole).rejects.toThrow("rolled back");
  return finished;
}

/** A transaction that stays open until it is let go, and then throws. */
function openTransaction(transaction: WithTransaction<unknown>["transaction"]) {
  const start = signal();
  const end = signal();
  const over = transaction(async () => {
    start.give();
    await end.given;
    throw new Error("rolled back");
  });
  return { started: start.given, letGo: end.give, over };
}

function signal() {
  let resolver: (() => void) | undefined;
  const given = new Promise<void>((resolve) => {
    resolver = resolve;
  });
  return { given, give: () => resolver?.() };
}
