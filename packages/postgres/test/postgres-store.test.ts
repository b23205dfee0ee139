import { storeContract } from "@pay-index/conformance";
import {
  paymentChange,
  sampleClaim,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  samplePaymentKey,
} from "@pay-index/conformance/store-fixtures";
import { PayIndexError } from "@pay-index/core";
import { createDatabase } from "@pay-index/embedded-postgres";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { postgres } from "../src/postgres-store.ts";
import { openContractStore, openOtherConnection, openShop, readRows } from "./fixtures/shop-database.ts";

storeContract("Postgres", async () => {
  const { url, drop } = await createDatabase();
  return openContractStore(url, drop);
});

test("refuses a pool of an older driver, such as the one inside Neon's, when it is created", () => {
  for (const pool of [new Pool({ Client: class {} as never }), {}, undefined])
    expect(() => postgres(pool as never)).toThrow("8.21 or later");
});

describe("transaction", () => {
  test("fails if the shop ignores the error of a statement", async () => {
    const { url, store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    const swallowed = store.transaction(async (tx) => {
      await store.completeJob("w1", sampleJobOutcome, tx);
      await tx.query("SELECT * FROM no_such_table").catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow("its error was ignored");
    expect(await readRows(url, "SELECT status FROM pay_index_job")).toEqual([{ status: "due" }]);
    expect(await store.completeJob("w1", sampleJobOutcome)).toBe(true);
  });

  test("is rolled back if it cannot be committed", async () => {
    const { url, store } = await openShop();
    const orphan = store.transaction(async (tx) => {
      await tx.query("CREATE TABLE lines (owner TEXT REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED)");
      await tx.query("INSERT INTO lines VALUES ('nobody')");
    });
    await expect(orphan).rejects.toMatchObject({ code: "store_unavailable", cause: { code: "23503" } });
    expect(await readRows(url, "SELECT to_regclass('lines') AS lines")).toEqual([{ lines: null }]);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
  });

  test.each(["ROLLBACK", "COMMIT"])("fails if the shop ends it with %s", async (word) => {
    const { pool, store } = await openShop({}, { max: 1 });
    const left = store.transaction((tx) => tx.query(word));
    await expect(left).rejects.toThrow("leave COMMIT and ROLLBACK to it");
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    expect(pool.idleCount).toBe(1);
  });

  test("does not complete a job after it ended", async () => {
    const { store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    const late = await store.transaction(async (tx) => ({ tx }));
    await expect(store.completeJob("w1", sampleJobOutcome, late.tx)).rejects.toThrow("has ended");
  });

  test("can use a connection that the shop took from its pool", async () => {
    const { url, pool, store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    const own = await pool.connect();
    await own.query("BEGIN");
    expect(await store.completeJob("w1", sampleJobOutcome, own)).toBe(true);
    await own.query("ROLLBACK");
    own.release();
    expect(await readRows(url, "SELECT status FROM pay_index_job")).toEqual([{ status: "due" }]);
  });

  test("is durable and reads committed data, with any settings of the database", async () => {
    const { url, pool, store } = await openShop();
    const name = new URL(url).pathname.slice(1);
    await pool.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
    await pool.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    const other = new Pool({ connectionString: url });
    const again = postgres(other);
    await again.transaction(async (tx) => {
      const setting = async (of: string) => Object.values((await tx.query(`SHOW ${of}`)).rows[0])[0];
      expect(await setting("synchronous_commit")).toBe("on");
      expect(await setting("transaction_isolation")).toBe("read committed");
    });
    await other.end();
    await store.close();
  });
});

describe("beside another process, the store", () => {
  test("claims no job whose row is locked", async () => {
    const { url, store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }, { job: sampleJob("w2") }] }));
    const other = await openOtherConnection(url);
    await other.query("BEGIN; SELECT * FROM pay_index_job WHERE id = 'w1' FOR UPDATE");
    expect((await store.claimDueJobs(sampleClaim, 10)).map(({ job }) => job.id)).toEqual(["w2"]);
  });

  test("deletes the old rows that are not locked, and these later", async () => {
    const { url, store } = await openShop();
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    for (const id of ids) await store.receive(sampleInboxEntry(id));
    await store.commit(paymentChange(0, { processed: ids.slice(0, 30) }));
    const other = await openOtherConnection(url);
    await other.query("BEGIN; SELECT * FROM pay_index_notification WHERE id = 'n0' FOR UPDATE");
    const before = new Date("2026-02-01T00:00:00.000Z");
    expect(await store.deleteProcessedNotifications(before, 20)).toBe(20);
    expect(await store.deleteProcessedNotifications(before, 20)).toBe(9);
    await other.query("ROLLBACK");
    expect(await store.deleteProcessedNotifications(before, 20)).toBe(1);
    expect(await readRows(url, "SELECT COUNT(*)::int AS n FROM pay_index_notification")).toEqual([{ n: 10 }]);
  });
});

describe("prepared statements", () => {
  const prepared = `SELECT COUNT(*)::int AS n FROM pg_prepared_statements
    WHERE name LIKE 'pay_index_%' AND statement LIKE '%FROM pay_index_attempt WHERE attempt_id%'`;

  test.each([
    [true, 1],
    [false, 0],
  ])("with prepare %j there are %i after a read", async (prepare, n) => {
    const { pool, store } = await openShop({ prepare }, { max: 1 });
    await store.findAttempt("N1");
    await store.findAttempt("N2");
    expect((await pool.query(prepared)).rows).toEqual([{ n }]);
  });

  test("that a pooler has lost cause an error with a solution", async () => {
    const { pool, store } = await openShop({}, { max: 1 });
    await store.findAttempt("N1");
    await pool.query("DEALLOCATE ALL");
    await expect(store.findAttempt("N1")).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("pass prepare: false"),
    });
  });
});

describe("types and text", () => {
  test("the store reads integers correctly with the shop's own type parsers", async () => {
    const { pool, store } = await openShop({}, { types: { getTypeParser: () => () => "the shop's own" } });
    await store.receive(sampleInboxEntry("n1"));
    await store.commit(paymentChange(0, { processed: ["n1"] }));
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect((await store.load(samplePaymentKey)).version).toBe(1);
    expect((await pool.query("SELECT 1 AS n")).rows).toEqual([{ n: "the shop's own" }]);
  });
});

describe("a closed store", () => {
  test("rejects every call, and leaves the pool to its owner", async () => {
    const { pool, store } = await openShop();
    await store.close();
    const asked = [() => store.load(samplePaymentKey), () => store.transaction(async () => undefined)];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: "gateway_closed" });
    expect((await pool.query("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
  });

  test("has completed what was running", async () => {
    const { url, store } = await openShop();
    const begun = store.transaction(async (tx) => {
      await new Promise(setImmediate);
      await tx.query("INSERT INTO orders VALUES ('order-1', 1)");
    });
    await new Promise(setImmediate);
    await store.close();
    expect(await readRows(url, "SELECT id FROM orders")).toEqual([{ id: "order-1" }]);
    await begun;
  });
});

describe("a hook that does not end in time (ENG-HOOK-LIMIT)", () => {
  test("is rolled back, and its connection takes no query any more, in no transaction", async () => {
    const { url, store } = await openShop({}, { max: 1 });
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    let late: (id: string) => Promise<unknown> = () => Promise.resolve();
    const hung = store.transaction(async (tx) => {
      await store.completeJob("w1", sampleJobOutcome, tx);
      late = (id) => tx.query("INSERT INTO orders VALUES ($1, 1)", [id]);
      await late("order-1");
      throw new PayIndexError("hook_timeout", "onPaid did not end.");
    });
    await expect(hung).rejects.toMatchObject({ code: "hook_timeout" });
    await expect(late("late-1")).rejects.toThrow();
    await store.transaction(async (tx) => {
      await tx.query("INSERT INTO orders VALUES ('order-2', 1)");
      await expect(late("late-2")).rejects.toThrow();
    });
    expect(await readRows(url, "SELECT id FROM orders")).toEqual([{ id: "order-2" }]);
    expect(await store.completeJob("w1", sampleJobOutcome)).toBe(true);
  });

  test("is ended while it waits for an answer of the database", async () => {
    const { url, store } = await openShop();
    const hung = store.transaction(async (tx) => {
      tx.query("SELECT pg_sleep(60)").catch(() => undefined);
      throw new PayIndexError("hook_timeout", "onPaid did not end.");
    });
    await expect(hung).rejects.toMatchObject({ code: "hook_timeout" });
    await store.transaction((tx) => tx.query("INSERT INTO orders VALUES ('order-2', 1)"));
    expect(await readRows(url, "SELECT id FROM orders")).toEqual([{ id: "order-2" }]);
  });
});
