import { randomUUID } from "node:crypto";
import {
  paymentChange,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  samplePaymentKey,
} from "@pay-index/conformance/store-fixtures";
import { type OutageProxy, startOutageProxy } from "@pay-index/embedded-postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { PostgresDatabase } from "../src/postgres-database.ts";
import { postgres } from "../src/postgres-store.ts";
import {
  createPool,
  createShopDatabase,
  openOtherConnection,
  openShop,
  prepareStore,
  readRows,
} from "./fixtures/shop-database.ts";

const unavailable = (message: RegExp) => ({
  code: "store_unavailable",
  message: expect.stringMatching(message),
});

/** A gate that goes after the test. */
async function gated(url: string): Promise<OutageProxy> {
  const gate = await startOutageProxy(url);
  onTestFinished(gate.close);
  return gate;
}

/** A store that reaches its database through a gate. */
async function openGated(lockWait = 5) {
  const url = await createShopDatabase();
  const gate = await gated(url);
  const pool = createPool(gate.url);
  await prepareStore(pool);
  const store = postgres(pool, { lockWait });
  onTestFinished(() => store.close());
  await store.receive(sampleInboxEntry("n1"));
  return { url, gate, pool, store };
}

describe("connections", () => {
  test("that are all in use make the store fail after a time limit, and nothing is stored", async () => {
    const { pool, store } = await openShop({ lockWait: 0.1 }, { max: 1 });
    const taken = await pool.connect();
    await expect(store.receive(sampleInboxEntry("n1"))).rejects.toMatchObject(
      unavailable(/no connection within 100 ms/),
    );
    await expect(store.load(samplePaymentKey)).rejects.toMatchObject(unavailable(/no connection/));
    taken.release();
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    expect(pool.idleCount).toBe(1);
  });

  test("fail a transaction that awaits its own store", async () => {
    const { url, store } = await openShop({ lockWait: 0.1 }, { max: 1 });
    const circle = store.transaction(async (tx) => {
      await tx.query("INSERT INTO orders VALUES ('order-1', 1)");
      await store.receive(sampleInboxEntry("n1"));
    });
    await expect(circle).rejects.toMatchObject(unavailable(/inside transaction\(\), write with its tx/));
    expect(await readRows(url, "SELECT * FROM orders")).toEqual([]);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
  });

  test("are released by a transaction that waits for another connection of its pool", async () => {
    const { url, pool, store } = await openShop({}, { max: 1 });
    const settings = { wait: 5000, idle: 1000, migrate: true, prepare: true };
    const database = new PostgresDatabase(pool, settings);
    let freed: unknown;
    const circle = database.transaction(async (tx) => {
      await tx.query("INSERT INTO orders VALUES ('order-1', 1)");
      freed = await pool.query("SELECT 1").then(() => tx.query("SELECT 1").catch((error: unknown) => error));
    });
    await expect(circle).rejects.toMatchObject(unavailable(/did nothing for too long.*write with its tx/));
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    expect(freed).toBeInstanceOf(Error);
    expect(await readRows(url, "SELECT * FROM orders")).toEqual([]);
  });

  test("keep a shorter idle time-out of the shop", async () => {
    const { store } = await openShop({}, { idle_in_transaction_session_timeout: 700 });
    const limit = store.transaction((tx) => tx.query("SHOW idle_in_transaction_session_timeout"));
    expect((await limit).rows).toEqual([{ idle_in_transaction_session_timeout: "700ms" }]);
  });

  test("that are lost in a transaction roll it back, and the process continues", async () => {
    const { url, pool, store } = await openShop();
    await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }] }));
    const lost = store.transaction(async (tx) => {
      await store.completeJob("w1", sampleJobOutcome, tx);
      const ended = new Promise((resolve) => tx.once("end", resolve));
      const [own] = (await tx.query("SELECT pg_backend_pid() AS pid")).rows;
      await pool.query("SELECT pg_terminate_backend($1)", [own.pid]);
      // Nobody is asking it anything at this moment: its error has no statement to go to.
      await ended;
    });
    await expect(lost).rejects.toMatchObject(unavailable(/Postgres: /));
    expect(await readRows(url, "SELECT status FROM pay_index_job")).toEqual([{ status: "due" }]);
    expect(await store.completeJob("w1", sampleJobOutcome)).toBe(true);
  });

  test("to a server that has become a standby are replaced, so that the next write reaches the new primary", async () => {
    const { pool, store } = await openShop({}, { max: 1 });
    await store.receive(sampleInboxEntry("n1"));
    await pool.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
    await expect(store.receive(sampleInboxEntry("n2"))).rejects.toMatchObject(
      unavailable(/read-only transaction\. The server is a standby or a read replica\. Use the address/),
    );
    expect(await store.receive(sampleInboxEntry("n2"))).toBe("new");
  });

  test("that break while they are idle are replaced, and the process continues", async () => {
    const { url, pool, store } = await openShop();
    const removed = new Promise((resolve) => pool.once("remove", resolve));
    const other = await openOtherConnection(url);
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
    );
    await removed;
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
  });
});

describe("a database that is not available", () => {
  test("for a moment works again without a restart", async () => {
    const { gate, store } = await openGated();
    gate.shut();
    for (const ask of [
      () => store.receive(sampleInboxEntry("n2")),
      () => store.load(samplePaymentKey),
      () => store.transaction(async () => undefined),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "store_unavailable" });
    gate.open();
    expect(await store.receive(sampleInboxEntry("n2"))).toBe("new");
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("pending");
  });

  /** A pool whose connections have all ended, which each of them will tell when it is used. */
  async function withForgotten() {
    const all = await openGated();
    const { gate, pool } = all;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) client.release();
    gate.forget();
    return all;
  }

  test("for a moment between two calls ends connections, and a read tries them until one works", async () => {
    const { pool, store } = await withForgotten();
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("pending");
    expect(pool.totalCount).toBe(1);
  });

  test.each([
    ["between two calls", false],
    ["in the middle of a transaction", true],
  ])("for a moment %s causes no other run of a transaction", async (_, isMiddle) => {
    const { gate, url, store } = await (isMiddle ? openGated() : withForgotten());
    let runs = 0;
    const ended = store.transaction(async (tx) => {
      runs++;
      await tx.query("INSERT INTO orders VALUES ('order-1', 1)");
      if (isMiddle) gate.forget();
      await tx.query("INSERT INTO orders VALUES ('order-2', 1)");
    });
    if (isMiddle) await expect(ended).rejects.toThrow();
    else await ended;
    const count = (await readRows(url, "SELECT id FROM orders")).length;
    expect([runs, count]).toEqual([1, isMiddle ? 0 : 2]);
  });

  test("at the start is reported, and the next call opens the store", async () => {
    const gate = await gated(await createShopDatabase());
    gate.shut();
    const store = postgres(createPool(gate.url));
    await expect(store.open?.()).rejects.toMatchObject({ code: "store_unavailable" });
    gate.open();
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    await store.close();
  });

  test("and does not answer causes a time-out, and its connection is closed", async () => {
    const { gate, pool, store } = await openGated(0.1);
    gate.hush();
    await expect(store.load(samplePaymentKey)).rejects.toMatchObject(unavailable(/timeout/));
    expect(pool.totalCount).toBe(0);
  });

  test("because the server has no free connection causes an error with a solution, and works again with one", async () => {
    const { url } = await openShop();
    const admin = await openOtherConnection(url);
    const role = `limited_${randomUUID().replaceAll("-", "")}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' CONNECTION LIMIT 1`);
    onTestFinished(async () => void (await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)));
    await admin.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    const limited = new URL(url);
    [limited.username, limited.password] = [role, "secret"];
    const store = postgres(createPool(limited.href), { migrate: false });
    const taken = await openOtherConnection(limited.href);
    await expect(store.receive(sampleInboxEntry("n1"))).rejects.toMatchObject(
      unavailable(/too many connections for role .*\. Make the pools of all processes smaller/),
    );
    await taken.end();
    await expect.poll(() => store.receive(sampleInboxEntry("n1")).catch(() => "later")).toBe("new");
  });

  test("because of a wrong password causes an error without the password", async () => {
    const url = new URL(await createShopDatabase());
    url.password = "a-wrong-password";
    const store = postgres(createPool(url.href));
    const error: unknown = await store.load(samplePaymentKey).catch((reason: unknown) => reason);
    expect(error).toMatchObject(unavailable(/password authentication failed/));
    expect(`${error} ${JSON.stringify(error)}`).not.toContain("a-wrong-password");
  });
});

describe("locks and time-outs", () => {
  test.each([
    ["the option lockWait", { lockWait: 0.1 }, {}, /locked a row or table for too long/],
    ["the server for statements", {}, { statement_timeout: 1000 }, /statement timeout/],
  ])("a lock of another connection makes the store fail after the limit of %s", async (...row) => {
    const [, options, config, text] = row;
    const { url, pool, store } = await openShop(options, config);
    await store.commit(paymentChange(0));
    const other = await openOtherConnection(url);
    await other.query("BEGIN; SELECT * FROM pay_index_payment FOR UPDATE");
    await expect(store.commit(paymentChange(1))).rejects.toMatchObject(unavailable(text));
    await other.query("ROLLBACK");
    expect(await store.commit(paymentChange(1))).toBe("committed");
    expect(pool.waitingCount).toBe(0);
  });

  test("repeats and reads do not wait for a lock", async () => {
    const { url, store } = await openShop();
    await store.receive(sampleInboxEntry("n1"));
    await store.commit(paymentChange(0, { processed: ["n1"] }));
    const other = await openOtherConnection(url);
    await other.query(
      "BEGIN; UPDATE pay_index_payment SET version = 9; UPDATE pay_index_notification SET processed = 0",
    );
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect((await store.load(samplePaymentKey)).version).toBe(1);
  });
});
