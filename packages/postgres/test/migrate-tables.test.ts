import {
  paymentChange,
  runChildProgram,
  sampleInboxEntry,
  samplePaymentKey,
} from "@pay-index/conformance/store-fixtures";
import { createSchemaTableSql, migrations } from "@pay-index/core/store";
import { duringOutage } from "@pay-index/embedded-postgres";
import { Pool } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { migratePostgres, postgres } from "../src/postgres-store.ts";
import { createPool, createShopDatabase, openOtherConnection, readRows } from "./fixtures/shop-database.ts";

const versions = "SELECT version, oldest_reader FROM pay_index_schema ORDER BY version";
/** Each only adds to the one before. */
const eachVersion = migrations.map(({ version }) => ({ version, oldest_reader: 1 }));

/** The address of an empty database in this encoding, gone after the test. */
async function encodedIn(encoding: string): Promise<string> {
  const url = new URL(await createShopDatabase());
  const server = await openOtherConnection(url.href);
  const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`);
  onTestFinished(async () => {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  url.pathname = name;
  return url.href;
}

describe("options", () => {
  test.each([undefined, null, {}, "postgres://localhost/shop"])("%j is not a pool", (pool) => {
    expect(() => postgres(pool as never)).toThrow(
      expect.objectContaining({ code: "options_invalid", message: expect.stringContaining("Pool") }),
    );
  });

  test.each([
    { lockWait: 0 },
    { lockWait: Number.NaN },
    { lockWait: 3601 },
    { migrate: 1 as never },
    { prepare: "no" as never },
  ])("%j is refused", (options) => {
    expect(() => postgres(new Pool(), options)).toThrow(expect.objectContaining({ code: "options_invalid" }));
  });
});

describe("migrations", () => {
  test("run once from several processes that start at the same time", async () => {
    const url = await createShopDatabase();
    const programs = Array.from({ length: 4 }, () =>
      runChildProgram(new URL("./processes/open-on-input.ts", import.meta.url), [url]),
    );
    for (const program of programs) expect(await program.line()).toBe("ready");
    for (const program of programs) program.say("go");
    for (const program of programs) expect(await program.line()).toBe("0");
    await Promise.all(programs.map(({ ended }) => ended));
    expect(await readRows(url, versions)).toEqual(eachVersion);
  });

  test("do not change existing tables and their rows", async () => {
    const url = await createShopDatabase();
    const pool = createPool(url);
    const statements = migrations.flatMap((migration) => migration.statements);
    for (const statement of [createSchemaTableSql, ...statements]) await pool.query(statement);
    await pool.query("INSERT INTO pay_index_payment VALUES ('default', 'order-1', 7)");
    const store = postgres(pool);
    const transactions = [{ attemptId: "N1", transactionId: "T", usedFor: 2 }];
    expect(await store.commit(paymentChange(7, { transactions }))).toBe("committed");
    expect(await store.load(samplePaymentKey, { transactions })).toMatchObject({ version: 8, transactions });
    expect(await readRows(url, versions)).toEqual(eachVersion);
  });

  test("can run separately, and the error of the store names the command", async () => {
    const url = await createShopDatabase();
    const pool = createPool(url);
    const store = postgres(pool, { migrate: false });
    const missing = {
      code: "store_unavailable",
      message: expect.stringMatching(/does not have the table pay_index_schema\. Run npx pay-index migrate/),
    };
    await expect(store.open?.()).rejects.toMatchObject(missing);
    await expect(store.receive(sampleInboxEntry("n1"))).rejects.toMatchObject(missing);
    expect(await readRows(url, "SELECT to_regclass('pay_index_schema') AS found")).toEqual([{ found: null }]);
    await Promise.all([migratePostgres(pool), migratePostgres(createPool(url))]);
    await migratePostgres(pool);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    await store.close();
  });

  test("a role that may not create tables gets an error with the command to run, and works once the tables exist", async () => {
    const url = await createShopDatabase();
    const admin = createPool(url);
    const role = `shop_${new URL(url).pathname.slice(-8)}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const own = new URL(url);
    own.username = role;
    own.password = "secret";
    const store = postgres(createPool(own.href));
    await expect(store.open?.()).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(/permission denied.*Run pay-index migrate/),
    });
    await migratePostgres(admin);
    await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    await store.close();
    await admin.query(`DROP OWNED BY ${role}`);
    await admin.query(`DROP ROLE ${role}`);
  });

  test("a database that cannot store every character is refused at the start", async () => {
    const [latin, bytes] = [await encodedIn("LATIN1"), await encodedIn("SQL_ASCII")];
    const refused = { code: "store_unavailable", message: expect.stringMatching(/LATIN1.*ENCODING 'UTF8'/) };
    await expect(migratePostgres(createPool(latin))).rejects.toMatchObject(refused);
    await expect(postgres(createPool(latin)).open?.()).rejects.toMatchObject(refused);
    await expect(postgres(createPool(latin), { migrate: false }).open?.()).rejects.toMatchObject(refused);
    const store = postgres(createPool(bytes));
    const tea = { tenant: "t", reference: "茶🍵" };
    await store.receive({ ...sampleInboxEntry("n1"), ...tea });
    expect((await store.load(tea)).notifications).toMatchObject([tea]);
    await store.close();
  });

  test("a read replica is refused at the start", async () => {
    const url = await createShopDatabase();
    await postgres(createPool(url)).open?.();
    await duringOutage(url, "writes", async () => {
      for (const migrate of [true, false])
        await expect(postgres(createPool(url), { migrate }).open?.()).rejects.toMatchObject({
          code: "store_unavailable",
          message: expect.stringContaining("read-only. The server is a standby or a read replica. Use the"),
        });
    });
    await postgres(createPool(url)).open?.();
  });

  test("a migration whose connection ends after any statement leaves nothing behind, and the next one goes on", async () => {
    const url = await createShopDatabase();
    const pool = createPool(url);
    const statements = migrations[0]?.statements as string[];
    for (let done = 0; done <= statements.length; done++) {
      statements.splice(done, 0, "SELECT pg_terminate_backend(pg_backend_pid())");
      const ended = migratePostgres(pool).finally(() => statements.splice(done, 1));
      await expect(ended).rejects.toMatchObject({ code: "store_unavailable" });
      expect(await readRows(url, "SELECT 1 FROM pg_class WHERE relname LIKE 'pay_index%'")).toEqual([]);
    }
    await migratePostgres(pool);
    expect(await readRows(url, versions)).toEqual(eachVersion);
  });

  test("of a later release are used if they only added to the tables, and refused otherwise", async () => {
    const pool = createPool(await createShopDatabase());
    await migratePostgres(pool);
    await pool.query("ALTER TABLE pay_index_job ADD COLUMN added TEXT NOT NULL DEFAULT ''");
    await pool.query("INSERT INTO pay_index_schema VALUES (98, 1)");
    const store = postgres(pool, { migrate: false });
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    await store.close();
    await pool.query("INSERT INTO pay_index_schema VALUES (99, 98)");
    const refused = { code: "record_unreadable", message: expect.stringContaining("version 99") };
    await expect(postgres(pool).open?.()).rejects.toMatchObject(refused);
    await expect(postgres(pool, { migrate: false }).load(samplePaymentKey)).rejects.toMatchObject(refused);
  });

  test("need no lock if the tables exist", async () => {
    const url = await createShopDatabase();
    const pool = createPool(url);
    await migratePostgres(pool);
    const other = await openOtherConnection(url);
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(8097887055686558840)");
    await postgres(pool).open?.();
  });
});
