import { storeContract } from "@pay-index/conformance";
import {
  createShopFilePath,
  paymentChange,
  sampleClaim,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  samplePaymentKey,
} from "@pay-index/conformance/store-fixtures";
import { PayIndexError } from "@pay-index/core";
import { describe, expect, test } from "vitest";
import { sqlite } from "../src/sqlite-store.ts";
import { countCommits, openOtherConnection, openShop, readRows } from "./fixtures/shop-file.ts";

storeContract("SQLite", async () => {
  const path = await createShopFilePath();
  const first = sqlite(path);
  const all = [first];
  return {
    store: first,
    transaction: (work) => first.transaction(work),
    reopen: async () => {
      const other = sqlite(path);
      all.push(other);
      return other;
    },
    close: async () => {
      for (const store of all) await store.close();
    },
  };
});

describe("transaction", () => {
  test("is rolled back if it cannot be committed", async () => {
    const { path, store } = await openShop();
    const orphan = store.transaction(async (tx) => {
      tx.exec("CREATE TABLE lines (owner TEXT REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED)");
      tx.exec("INSERT INTO lines VALUES ('nobody')");
    });
    await expect(orphan).rejects.toThrow("FOREIGN KEY constraint failed");
    expect(readRows(path, "SELECT name FROM sqlite_master WHERE name = 'lines'")).toEqual([]);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
  });

  test("that the shop ends itself throws the shop's own error, and the store continues", async () => {
    const { store } = await openShop();
    const left = store.transaction(async (tx) => {
      tx.exec("ROLLBACK");
      throw new Error("the shop's own");
    });
    await expect(left).rejects.toThrow("the shop's own");
    await expect(store.transaction(async (tx) => tx.exec("COMMIT"))).rejects.toThrow(
      "no transaction is active",
    );
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
  });

  test("does not complete a job after it ended", async () => {
    const { store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    const late = await store.transaction(async (tx) => ({ tx }));
    await expect(store.completeJob("w1", sampleJobOutcome, late.tx)).rejects.toThrow("has ended");
  });

  test("can use a connection that the shop opened", async () => {
    const { path, store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    const own = openOtherConnection(path);
    own.exec("BEGIN IMMEDIATE");
    expect(await store.completeJob("w1", sampleJobOutcome, own)).toBe(true);
    own.exec("ROLLBACK");
    expect(readRows(path, "SELECT status FROM pay_index_job")).toEqual([{ status: "due" }]);
  });

  test("that awaits a write of its own store fails", async () => {
    const { path, store } = await openShop({ lockWait: 0.05 });
    const circle = store.transaction(async (tx) => {
      tx.exec("INSERT INTO orders VALUES ('order-1', 1)");
      await store.receive(sampleInboxEntry("n1"));
    });
    await expect(circle).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("Inside transaction()"),
    });
    expect(readRows(path, "SELECT * FROM orders")).toEqual([]);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
  });
});

describe("commits in the file (ENG-COMMIT)", () => {
  test("each step is one commit, and a step without changes is none (B-32)", async () => {
    const { path, store } = await openShop();
    const counted = async (step: () => Promise<unknown>) => {
      const before = await countCommits(path);
      await step();
      return (await countCommits(path)) - before;
    };
    expect(await counted(() => store.receive(sampleInboxEntry("n1")))).toBe(1);
    expect(await counted(() => store.receive(sampleInboxEntry("n1")))).toBe(0);
    const whole = paymentChange(0, {
      processed: ["n1"],
      jobs: ["w1", "w2", "w3"].map((id) => ({ job: sampleJob(id) })),
    });
    expect(await counted(() => store.commit(whole))).toBe(1);
    expect(await counted(() => store.commit(whole))).toBe(0);
    expect(await counted(() => store.receive(sampleInboxEntry("n1")))).toBe(0);
    expect(await counted(() => store.claimDueJobs(sampleClaim, 1))).toBe(1);
    const inTransaction = () =>
      store.transaction(async (tx) => {
        tx.exec("INSERT INTO orders VALUES ('order-1', 1)");
        expect(await counted(() => store.completeJob("w1", sampleJobOutcome, tx))).toBe(0);
      });
    expect(await counted(inTransaction)).toBe(1);
    expect(await counted(() => store.completeJob("w2", sampleJobOutcome))).toBe(1);
    expect(await counted(() => store.completeJob("w2", sampleJobOutcome))).toBe(0);
    const reads = [
      store.load(samplePaymentKey),
      store.findAttempt("N1"),
      store.listReviewItems(9),
      store.listPendingPayments(new Date(), 9),
    ];
    expect(await counted(() => Promise.all(reads))).toBe(0);
  });
});

test("a processed notification stays as its id, because the payment has its fact", async () => {
  const { path, store } = await openShop();
  for (const id of ["n1", "n2"]) await store.receive(sampleInboxEntry(id));
  await store.commit(paymentChange(0, { processed: ["n1"] }));
  expect(readRows(path, "SELECT id, record <> '' AS whole FROM pay_index_notification ORDER BY id")).toEqual([
    { id: "n1", whole: 0 },
    { id: "n2", whole: 1 },
  ]);
});

describe("a locked database", () => {
  test("delays neither repeats nor reads", async () => {
    const { path, store } = await openShop({ lockWait: 0 });
    await store.receive(sampleInboxEntry("n1"));
    await store.receive(sampleInboxEntry("n2"));
    await store.commit(paymentChange(0, { processed: ["n1"] }));
    openOtherConnection(path).exec("BEGIN IMMEDIATE");
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect(await store.receive(sampleInboxEntry("n2"))).toBe("pending");
    expect((await store.load(samplePaymentKey)).version).toBe(1);
    await expect(store.receive(sampleInboxEntry("n3"))).rejects.toMatchObject({ code: "store_unavailable" });
  });

  test("does not block the process", async () => {
    const { path, store } = await openShop();
    const other = openOtherConnection(path);
    other.exec("BEGIN IMMEDIATE");
    const received = store.receive(sampleInboxEntry("n1"));
    const first = await Promise.race([
      received,
      new Promise((resolve) => setTimeout(resolve, 30, "still free")),
    ]);
    expect(first).toBe("still free");
    other.exec("ROLLBACK");
    expect(await received).toBe("new");
  });
});

test("a sweep writes nothing when nothing is due (D10)", async () => {
  const { path, store } = await openShop();
  const later = "2027-01-01T00:00:00.000Z";
  await store.commit(paymentChange(0, { jobs: [{ job: { ...sampleJob("w1"), dueAt: later } }] }));
  const other = openOtherConnection(path);
  other.exec("BEGIN IMMEDIATE");
  try {
    expect(await store.claimDueJobs(sampleClaim, 10)).toEqual([]);
    expect(await store.deleteProcessedNotifications(new Date(), 1000)).toBe(0);
    expect(await store.listPendingPayments(new Date(), 50)).toEqual([]);
  } finally {
    other.exec("ROLLBACK");
  }
});

describe("a closed store", () => {
  test("rejects every call with an error", async () => {
    const { store } = await openShop();
    await store.close();
    const asked = [
      () => store.load(samplePaymentKey),
      () => store.commit(paymentChange(0)),
      () => store.receive(sampleInboxEntry("n1")),
      () => store.claimDueJobs(sampleClaim, 10),
      () => store.transaction(async () => {}),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: "gateway_closed" });
    await store.close();
  });

  test("has completed what was running", async () => {
    const { path, store } = await openShop();
    const begun = store.transaction(async (tx) => {
      await new Promise(setImmediate);
      tx.exec("INSERT INTO orders VALUES ('order-1', 1)");
    });
    const queued = store.commit(paymentChange(0));
    await store.close();
    await begun;
    expect(await queued).toBe("committed");
    expect(readRows(path, "SELECT id FROM orders")).toEqual([{ id: "order-1" }]);
  });
});

describe("a record", () => {
  test("that cannot be read is named in the error, without its text", async () => {
    const { path, store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    for (const record of ['{"secret":"4111"}', "not even JSON 4111", "null", "[]"]) {
      openOtherConnection(path).prepare("UPDATE pay_index_job SET problem = ?").run(record);
      const error: unknown = await store
        .load(samplePaymentKey, { attemptIds: ["N1"] })
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "record_unreadable" });
      expect(String(error)).toContain("Job w1");
      expect(String(error)).not.toContain("4111");
    }
  });

  test("of one payment is never changed by another", async () => {
    const { store } = await openShop();
    const facts = { facts: [], state: "paid", number: 2, version: 1 } as const;
    await store.commit(paymentChange(0, { cycles: [{ attemptId: "N1", ...facts }] }));
    const other = {
      reference: "other",
      cycles: [{ attemptId: "N1", ...facts }],
      jobs: [{ job: sampleJob("w1") }],
    };
    await expect(store.commit(paymentChange(0, other))).rejects.toThrow(
      "Cycle 2 of attempt N1 belongs to another payment",
    );
    expect((await store.load({ ...samplePaymentKey, reference: "other" })).version).toBe(0);
    expect(await store.claimDueJobs(sampleClaim, 10)).toEqual([]);
  });
});

describe("a hook that does not end in time (ENG-HOOK-LIMIT)", () => {
  const hookTimeout = () => new PayIndexError("hook_timeout", "onPaid did not end.");

  test("is rolled back, and cannot write with its tx or its statements any more", async () => {
    const { path, store } = await openShop();
    let late: (id: string) => unknown = () => undefined;
    let lateStatement: (id: string) => unknown = () => undefined;
    const hung = store.transaction(async (tx) => {
      const insert = tx.prepare("INSERT INTO orders VALUES (?, 1)");
      insert.run("order-1");
      late = (id) => tx.prepare("INSERT INTO orders VALUES (?, 1)").run(id);
      lateStatement = (id) => insert.run(id);
      throw hookTimeout();
    });
    await expect(hung).rejects.toMatchObject({ code: "hook_timeout" });
    expect(() => late("late-1")).toThrow();
    expect(() => lateStatement("late-2")).toThrow();
    await store.transaction(async (tx) => {
      tx.prepare("INSERT INTO orders VALUES (?, 1)").run("order-2");
      expect(() => late("late-3")).toThrow();
      expect(() => lateStatement("late-4")).toThrow();
    });
    expect(readRows(path, "SELECT id FROM orders")).toEqual([{ id: "order-2" }]);
  });

  test("lets the writes go on that waited for it, as durable as before", async () => {
    const { store } = await openShop({ lockWait: 60 });
    const { promise: hook, reject } = Promise.withResolvers<never>();
    const hung = store.transaction(() => hook);
    const waiting = store.commit(paymentChange(0));
    reject(hookTimeout());
    await expect(hung).rejects.toMatchObject({ code: "hook_timeout" });
    expect(await waiting).toBe("committed");
    const pragmas = await store.transaction(async (tx) =>
      ["synchronous", "foreign_keys", "journal_mode"].map(
        (name) => tx.prepare(`PRAGMA ${name}`).get()?.[name],
      ),
    );
    expect(pragmas).toEqual([2, 1, "wal"]);
  });
});
